/**
 * The chart for the docs: what a meal is worth to a family, chosen at random, greedily, by the planner, and
 * at best. A dot for each family, a bar for their mean. Plain SVG, for light and dark pages.
 */
import { type Mean, meansOf, type Results } from './results.ts';

const WIDTH = 760;
const LABELS = 210;
const RIGHT = 60;
const BAR = 20;
const STEP = 58;
const TOP = 70;
const NAMES = {
  random: 'drawn at random',
  greedy: 'best dish for each slot',
  planner: 'the planner',
  best: 'best there is, proven',
};

const STYLE = `
  svg { color: #1f2328; background: transparent; font: 13px system-ui, sans-serif; }
  text { fill: currentColor; }
  .title { font-size: 15px; font-weight: 600; }
  .quiet { opacity: 0.7; }
  .track { fill: currentColor; opacity: 0.08; }
  .zero { stroke: currentColor; opacity: 0.4; }
  .dot { opacity: 0.25; }
  .bar { fill: #2f81c7; } .base { fill: #8a929b; } .best { fill: #3f8f5a; }
  @media (prefers-color-scheme: dark) {
    svg { color: #e6edf3; }
    .bar { fill: #58a6e8; } .base { fill: #767e88; } .best { fill: #62b780; }
  }`;

export function chart({ rivals, date, node }: Results): string {
  const means = meansOf(rivals ?? []);
  const values = means.flatMap(({ each }) => each);
  // A few families with impossible wishes would squeeze all others into a corner.
  const sorted = values.toSorted((one, other) => one - other);
  const least = Math.min(0, sorted[Math.floor(sorted.length * 0.02)] ?? 0);
  const most = Math.max(1, sorted.at(-1) ?? 1);
  const x = (value: number): number =>
    LABELS + ((Math.max(least, value) - least) / (most - least)) * (WIDTH - LABELS - RIGHT);
  const height = TOP + means.length * STEP + 8;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="Points per meal: random, greedy, the planner, and the proven best">
<style>${STYLE}
</style>
<text class="title" x="8" y="22">What a planned meal is worth to a family, in points</text>
<text class="quiet" x="8" y="42">more is better; a dot is one of ${means[0]?.each.length ?? 0} families with 150 recipes, the bar their mean · ${escape(`Node ${node}, ${date.slice(0, 10)}`)}</text>
${means.map((mean, at) => row(mean, TOP + at * STEP, x)).join('\n')}
<line class="zero" x1="${x(0).toFixed(1)}" x2="${x(0).toFixed(1)}" y1="${TOP - 8}" y2="${height - 8}"/>
</svg>
`;
}

function row({ name, mean, each }: Mean, y: number, x: (value: number) => number): string {
  const kind = { random: 'base', greedy: 'base', planner: 'bar', best: 'best' }[name];
  const [from, to] = [Math.min(x(0), x(mean)), Math.max(x(0), x(mean))];
  const middle = y + BAR / 2 + 5;
  const dots = each.map(
    (value) => `<circle class="${kind} dot" cx="${x(value).toFixed(1)}" cy="${y + BAR + 12}" r="4"/>`,
  );
  return [
    `<text x="${LABELS - 10}" y="${middle}" text-anchor="end">${NAMES[name]}</text>`,
    `<rect class="track" x="${LABELS}" y="${y}" width="${WIDTH - LABELS - RIGHT}" height="${BAR}" rx="3"/>`,
    `<rect class="${kind}" x="${from.toFixed(1)}" y="${y}" width="${(to - from).toFixed(1)}" height="${BAR}" rx="3"><title>${NAMES[name]}: ${mean.toFixed(1)} points per meal</title></rect>`,
    `<text x="${WIDTH - RIGHT + 8}" y="${middle}">${mean.toFixed(1)}</text>`,
    ...dots,
  ].join('\n');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
