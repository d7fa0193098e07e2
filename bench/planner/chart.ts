/**
 * The chart for the docs: points per meal below the optimum for random choice, greedy choice and the planner.
 * A dot for each family, a bar for the mean. SVG for light and dark pages.
 */
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

const STYLE = `
  svg { color: #1f2328; background: transparent; font: 13px system-ui, sans-serif; }
  text { fill: currentColor; }
  .title { font-size: 15px; font-weight: 600; }
  .quiet { opacity: 0.7; }
  .track { fill: currentColor; opacity: 0.08; }
  .dot { opacity: 0.25; }
  .bar { fill: #2f81c7; } .base { fill: #8a929b; }
  @media (prefers-color-scheme: dark) {
    svg { color: #e6edf3; }
    .bar { fill: #58a6e8; } .base { fill: #767e88; }
  }`;

export function chart({ baselines, date, node }: Results): string {
  const means = meansOf(baselines ?? []);
  const most = Math.max(1, ...means.flatMap(({ each }) => each));
  const x = (value: number): number => LABELS + (value / most) * (WIDTH - LABELS - RIGHT);
  const height = TOP + means.length * STEP + 8;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="Points per meal below the optimum: random choice, greedy choice, the planner">
<style>${STYLE}
</style>
<text class="title" x="8" y="22">Points per meal below the optimum</text>
<text class="quiet" x="8" y="42">less is better; a dot is one of ${means[0]?.each.length ?? 0} families with 150 recipes, the bar their mean · ${escape(`Node ${node}, ${date.slice(0, 10)}`)}</text>
${means.map((mean, at) => row(mean, TOP + at * STEP, x)).join('\n')}
</svg>
`;
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

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
