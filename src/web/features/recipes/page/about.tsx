/** What the source of an imported recipe says: notes, where it is from, its own nutrition and tags. */
import type { ReactNode } from 'react';
import type { RecipeAbout } from '#domain/recipe/recipe-about.ts';
import type { MessageId } from '#languages/message-ids.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import './about.css';

export function About({ about }: { about: RecipeAbout }) {
  const { t } = useTranslation();
  const { notes = [], author, source, yield: yielded, nutrition = {} } = about;
  const tags = [...new Set([...(about.categories ?? []), ...(about.cuisines ?? []), ...(about.tags ?? [])])];
  // Some apps have one text for all values.
  const { description: nutritionText, ...named } = nutrition;
  const values = Object.entries(named);
  return (
    <div className="about">
      {notes.length > 0 && (
        <section>
          <h3>{t('recipes.notes')}</h3>
          {notes.map((note, at) => (
            <p key={at}>{note}</p>
          ))}
        </section>
      )}
      <dl>
        {source && (
          <Fact name={t('recipes.source')}>
            <Source source={source} />
          </Fact>
        )}
        {author && <Fact name={t('recipes.author')}>{author}</Fact>}
        {yielded && <Fact name={t('recipes.yield')}>{yielded}</Fact>}
        {tags.length > 0 && <Fact name={t('recipes.tags')}>{tags.join(', ')}</Fact>}
      </dl>
      {(values.length > 0 || nutritionText) && (
        <section>
          <h3>{t('recipes.stated-nutrition')}</h3>
          {nutritionText && <p>{nutritionText}</p>}
          <dl>
            {values.map(([name, value]) => (
              <Fact key={name} name={NUTRIENTS[name] ? t(NUTRIENTS[name]) : plainName(name)}>
                {value}
              </Fact>
            ))}
          </dl>
        </section>
      )}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A link for an address, which opens in another tab and learns nothing of us; the text for a book. */
function Source({ source }: { source: string }) {
  const url = URL.parse(source);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return source;
  return (
    <a href={url.href} target="_blank" rel="noopener noreferrer nofollow">
      {url.hostname.replace(/^www\./, '')}
    </a>
  );
}

/** Names of schema.org. */
const NUTRIENTS: Record<string, MessageId | undefined> = {
  servingSize: 'recipes.serving-size',
  calories: 'recipes.energy',
  proteinContent: 'recipes.protein',
  fatContent: 'recipes.fat',
  saturatedFatContent: 'recipes.saturated-fat',
  carbohydrateContent: 'recipes.carbohydrate',
  sugarContent: 'recipes.sugar',
  fiberContent: 'recipes.fibre',
  sodiumContent: 'recipes.sodium',
  cholesterolContent: 'recipes.cholesterol',
};

/** `transFatContent`: trans fat. */
function plainName(name: string): string {
  return name
    .replace(/Content$/, '')
    .replace(/[A-Z]/g, ' $&')
    .toLowerCase();
}
