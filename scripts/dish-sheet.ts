/** Writes a sheet with the drawn pictures of all dishes of the cookbook: `node scripts/dish-sheet.ts FILE [WORD]`. */
import { writeFileSync } from 'node:fs';
import { getFoods } from '#cookbook/foods.ts';
import { getRecipes } from '#cookbook/recipes.ts';
import { describeDish } from '#domain/dish-picture/describe-dish.ts';
import { markupOf } from '#web/meals/picture/canvas.ts';
import { drawText } from '#web/meals/picture/draw.ts';

const [file = 'dishes.html', word = ''] = process.argv.slice(2);
const dishes = getRecipes()
  .recipes.map((recipe) => ({ title: recipe.title, text: describeDish(recipe, getFoods()) }))
  .filter(({ title, text }) => `${title} ${text}`.includes(word));
const figures = dishes.map(({ title, text }) => {
  const svg = markupOf(drawText(text));
  return `<figure>${svg}<figcaption>${title}<br><small>${text} · ${svg.length} B</small></figcaption></figure>`;
});
writeFileSync(
  file,
  `<!doctype html><meta charset="utf-8"><title>Dishes</title><style>
body{margin:8px;font:12px sans-serif;background:#faf5ec;color:#2b2420}
main{display:grid;grid-template-columns:repeat(auto-fill,minmax(var(--size,160px),1fr));gap:8px}
figure{margin:0}svg{inline-size:var(--size,160px);block-size:var(--size,160px)}small{opacity:.6}
.dark{background:#1d1915;color:#f3eadc;--plate:#e4dacb}.dish-plate{fill:var(--plate,#fffdf8)}</style>
<main>${figures.join('')}</main>`,
);
