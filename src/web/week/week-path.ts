/** The address of a week. This week has the shortest one, which is still this week's next Monday. */
export function pathOf(week: string, thisWeek: string): string {
  return week === thisWeek ? '/' : `/week/${week}`;
}
