/**
 * The chart for the docs: points per meal below the optimum for random choice, greedy choice and the planner.
 * A dot for each family, a bar for the mean. SVG for light and dark pages.
 */
import { drawChart } from '../chart.ts';
import { type Mean, meansOf, type Results } from './results.ts';

const WIDTH = 760;
const LABELS = 210;
const RIGHT = 60;
const BAR = 20;
const STEP = 58;
const TOP = 70;
const NAMES = {
  random: 'random choice',
  greedy: 'best dish for each slot',
  planner: 'the planner',
};

export function chart({ baselines, date, node }: Results): string {
  const means = meansOf(baselines ?? []);
  const most = Math.max(1, ...means.flatMap(({ each }) => each));
  const x = (value: number): number => LABELS + (value / most) * (WIDTH - LABELS - RIGHT);
  const families = means[0]?.each.length ?? 0;
  return drawChart({
    size: [WIDTH, TOP + means.length * STEP + 8],
    label: 'Points per meal below the optimum: random choice, greedy choice, the planner',
    title: 'Points per meal below the optimum',
    lead: `less is better; a dot is one of ${families} families with 150 recipes, the bar their mean · Node ${node}, ${date.slice(0, 10)}`,
    marks: means.map((mean, at) => row(mean, TOP + at * STEP, x)),
  });
}

function row({ name, mean, each }: Mean, y: number, x: (value: number) => number): string {
  const kind = name === 'planner' ? 'bar' : 'base';
  const middle = y + BAR / 2 + 5;
  const dots = each.map(
    (value) => `<circle class="${kind} dot" cx="${x(value).toFixed(1)}" cy="${y + BAR + 12}" r="4"/>`,
  );
  return [
    `<text x="${LABELS - 10}" y="${middle}" text-anchor="end">${NAMES[name]}</text>`,
    `<rect class="track" x="${LABELS}" y="${y}" width="${WIDTH - LABELS - RIGHT}" height="${BAR}" rx="3"/>`,
    `<rect class="${kind}" x="${LABELS}" y="${y}" width="${(x(mean) - LABELS).toFixed(1)}" height="${BAR}" rx="3"><title>${NAMES[name]}: ${mean.toFixed(2)} points per meal</title></rect>`,
    `<text x="${WIDTH - RIGHT + 8}" y="${middle}">${mean.toFixed(2)}</text>`,
    ...dots,
  ].join('\n');
}
