/**
 * What operations say about the lists of all weeks: foods that are always at home, aisles, shops. An operation holds
 * until it is undone. Of two that contradict each other, made at the same time on two devices, the one with the
 * greater id holds, so that all devices show the same.
 */
import { LIST_AISLES, type FoodAtHome, type ListAisle, type Shop } from './item.ts';
import { isSetting, type ListOperation, type SettingOperation } from './operations.ts';

export type ListSettings = {
  readonly atHome: readonly Omit<FoodAtHome, 'name'>[];
  /** The aisle to which a food or a line was moved. */
  readonly aisleOf: (key: string) => ListAisle | undefined;
  /** The operations that moved it. */
  readonly movesOf: (key: string) => readonly string[];
  /** The usual shop is first. */
  readonly shops: readonly Shop[];
};

/** Takes live operations, sorted by id. */
export function settingsOf(live: readonly ListOperation[]): ListSettings {
  const settings = live.filter(isSetting);
  const atHome = Map.groupBy(ofKind(settings, 'keep'), ({ foodId }) => foodId);
  const moves = Map.groupBy(ofKind(settings, 'move'), ({ key }) => key);
  const orders = Map.groupBy(ofKind(settings, 'order'), ({ shop }) => shop);
  return {
    atHome: Array.from(atHome, ([foodId, all]) => ({ foodId, marks: idsOf(all) })),
    aisleOf: (key) => moves.get(key)?.at(-1)?.aisle,
    movesOf: (key) => idsOf(moves.get(key) ?? []),
    shops: Array.from(orders, ([name, all]) => ({
      name,
      aisles: completeOrder(all.at(-1)?.aisles ?? []),
      marks: idsOf(all),
    })).toSorted((first, second) => (first.name < second.name ? -1 : 1)),
  };
}

/** Each aisle once; those that are not named come last. */
export function completeOrder(aisles: readonly ListAisle[]): ListAisle[] {
  return [...new Set([...aisles, ...LIST_AISLES])];
}

function ofKind<Kind extends SettingOperation['kind']>(settings: readonly SettingOperation[], kind: Kind) {
  return settings.filter(
    (setting): setting is Extract<SettingOperation, { kind: Kind }> => setting.kind === kind,
  );
}

function idsOf(operations: readonly ListOperation[]): string[] {
  return operations.map(({ opId }) => opId);
}
