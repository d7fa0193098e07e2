/** The recipe page, for any number of servings. */
import { Fragment, useState } from 'react';
import { groupLines } from '#domain/recipe/headings.ts';
import type { RecipeView } from '#domain/recipe-view/recipe-view.ts';
import { BackLink } from '#web/base/ui/back-link.tsx';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Link } from '#web/base/ui/link.tsx';
import { PageHeader } from '#web/base/ui/page.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { Skeleton } from '#web/base/ui/loading.tsx';
import { hasCertainAllergen, possibleAllergensOf } from '#domain/preferences/warnings.ts';
import { takenOffer, variantOf, VariantToggle } from '#web/meals/warnings/variant-toggle.tsx';
import { OfferSign, WarningSign } from '#web/meals/warnings/warning-sign.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { cuisineText } from '#web/meals/cuisine-text.ts';
import { Ingredients } from '#web/features/recipes/ingredients/ingredients.tsx';
import { NoRecipe } from '#web/meals/no-recipe.tsx';
import { RecipeNote } from '#web/features/recipes/notes/recipe-note.tsx';
import { RecipeTags } from '#web/features/recipes/notes/recipe-tags.tsx';
import { FrozenSign, WantedButton } from '#web/features/recipes/notes/wanted.tsx';
import { RecipePhoto } from '#web/features/recipes/photo/recipe-photo.tsx';
import { useScaledRecipe, type WantedServings, type WarnedRecipe } from '#web/data/queries/recipe-queries.ts';
import { distinctDiets, namesOfUse, showTime } from '#web/meals/recipe-text.ts';
import { cookPath, servingsInAddress } from '#web/meals/recipe-path.ts';
import { Servings } from '#web/meals/servings.tsx';
import { Stars } from '#web/meals/stars.tsx';
import { toneOf } from '#web/meals/tone.ts';
import { DishPicture } from '#web/meals/picture/dish-picture.tsx';
import { addDays, weekOf } from '#web/base/calendar.ts';
import { Dialog } from '#web/base/ui/overlay/dialog.tsx';
import { useMe } from '#web/data/session.ts';
import { WarningQuestion } from '#web/meals/warnings/warning-question.tsx';
import { putMeal, type SlotContent } from '#web/meals/plan-commands.ts';
import { PlacePicker } from '#web/meals/place-picker.tsx';
import { useToday } from '#web/data/today.ts';
import { About } from './about.tsx';
import { Facts, Tags } from './facts.tsx';
import { RecipeMenu } from './recipe-menu.tsx';
import './recipe-page.css';
import './variant.css';

export function RecipePage({ id }: { id: string }) {
  const { t } = useTranslation();
  const [{ servings, variantServings }, setWanted] = useState(servingsInAddress);
  const setServings = (next: number) => setWanted({ servings: next, variantServings });
  const { recipe, shownServings: shown, error, refetch } = useScaledRecipe(id, { servings });
  if (error && !recipe) return <NoRecipe error={error} onRetry={() => void refetch()} />;
  if (!recipe || shown === undefined) return <Skeleton label={t('recipes.loading')} lines={8} />;
  return (
    <article className={`recipe ${toneOf(recipe)}`}>
      <BackLink href="/recipes" label={t('recipes.back')} />
      <Head recipe={recipe} servings={shown} variantServings={variantServings} />
      {recipe.source?.about?.description && (
        <p className="recipe-description">{recipe.source.about.description}</p>
      )}
      {error && <Banner kind="warn">{problemText(t, error)}</Banner>}
      <div className="recipe-own">
        <RecipeNote recipeId={recipe.id} />
        <RecipeTags recipeId={recipe.id} />
        <WantedButton recipe={recipe} />
        <FrozenSign recipe={recipe} />
      </div>
      <div className="recipe-body">
        <section className="recipe-ingredients" aria-labelledby="recipe-ingredients">
          <h2 id="recipe-ingredients">{t('recipes.ingredients')}</h2>
          <Servings servings={shown} onChange={setServings} />
          <Ingredients recipe={recipe} />
        </section>
        <section className="recipe-steps" aria-labelledby="recipe-steps">
          <h2 id="recipe-steps">{t('recipes.steps')}</h2>
          {recipe.steps.length === 0 && <p className="recipe-none">{t('recipes.steps-none')}</p>}
          <Steps steps={recipe.steps} />
          {recipe.variant && <Variant variant={recipe.variant} />}
          {recipe.source?.about && <About about={recipe.source.about} />}
          <div className="recipe-stars">
            <h3>{t('recipes.stars')}</h3>
            <Stars recipeId={recipe.id} hasHint />
          </div>
        </section>
        <div className="recipe-aside">
          <Facts recipe={recipe} />
        </div>
      </div>
    </article>
  );
}

/** Numbered through all groups. */
function Steps({ steps }: { steps: readonly string[] }) {
  return groupLines(steps).map(({ heading, lines }, at) => (
    <Fragment key={at}>
      {heading && <h3>{heading}</h3>}
      <ol>
        {lines.map((step, index) => (
          <li key={index}>{step}</li>
        ))}
      </ol>
    </Fragment>
  ));
}

type HeadProps = { recipe: WarnedRecipe } & WantedServings & { servings: number };

function Head({ recipe, servings, variantServings }: HeadProps) {
  const { t } = useTranslation();
  const [isPutting, setPutting] = useState(false);
  const { activeMinutes, totalMinutes } = recipe;
  const about = [
    recipe.own && t('recipes.own'),
    ...namesOfUse(t, recipe),
    cuisineText(t, recipe.cuisine),
    totalMinutes > 0 && showTime(totalMinutes, t),
    activeMinutes > 0 &&
      activeMinutes < totalMinutes &&
      t('recipes.time-work', { time: showTime(activeMinutes, t) }),
  ].flatMap((part) => part || []);
  const notes = [
    recipe.isForChildren && t('recipes.for-children'),
    recipe.isForLunchbox && t('recipes.for-lunchbox'),
    recipe.freezes && t('recipes.freezes'),
    recipe.keeps && t('recipes.keeps'),
  ].filter((note) => note !== undefined && note !== false);
  return (
    <div className="recipe-head">
      <RecipePhoto className="recipe-picture" recipe={recipe} />
      <PageHeader
        title={recipe.title}
        lead={
          <>
            {about.map((part, at) => (
              <Fragment key={part}>
                {at > 0 && ' · '}
                <span className="recipe-about">{part}</span>
              </Fragment>
            ))}
            {notes.length > 0 && (
              <ul className="recipe-notes" aria-label={t('recipes.good-to-know')}>
                {notes.map((note) => (
                  <li key={note}>
                    <Icon name="check" size={16} />
                    {note}
                  </li>
                ))}
              </ul>
            )}
            <OfferSign recipe={recipe} form="large" />
            {possibleAllergensOf(recipe.warnings).length > 0 && (
              <Button kind="quiet" className="recipe-brands" onClick={showBrands}>
                {t('recipes.brand-which')}
              </Button>
            )}
          </>
        }
      >
        <Link href={cookPath(recipe.id, { servings, variantServings })} className="button button-primary">
          <Icon name="bowl" />
          {t('recipes.cook')}
        </Link>
        <Button icon={<Icon name="week" />} onClick={() => setPutting(true)}>
          {t('recipes.put')}
        </Button>
        <RecipeMenu recipe={recipe} />
      </PageHeader>
      {isPutting && <PutInWeek recipe={recipe} servings={servings} onClose={() => setPutting(false)} />}
    </div>
  );
}

/** The lines stand below, where a member can say that the family's brand is fine. */
function showBrands(): void {
  const button = document.querySelector<HTMLElement>('.line-note-brand + .line-note-button');
  button?.scrollIntoView({ block: 'center' });
  button?.focus();
}

type VariantProps = { variant: NonNullable<RecipeView['variant']> };

/** The same dish for eaters who do not eat one of its ingredients. */
function Variant({ variant: { title, without, ingredients, step, diets, picture } }: VariantProps) {
  const { t, locale } = useTranslation();
  const foods = new Intl.ListFormat(locale, { type: 'conjunction' }).format(without);
  return (
    <section className="recipe-variant" aria-labelledby="recipe-variant">
      <DishPicture className="recipe-variant-picture" picture={picture} />
      <h3 id="recipe-variant">{t('recipes.variant', { title })}</h3>
      <Tags names={distinctDiets(diets).map((diet) => `diets.name.${diet}` as const)} kind="good" />
      <p>{without.length > 0 ? t('recipes.variant-instead', { foods }) : t('recipes.variant-added')}</p>
      <ul>
        {ingredients.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>{step}</p>
    </section>
  );
}

type PutProps = { recipe: WarnedRecipe; servings: number; onClose: () => void };

/** The dialog "Add to the week": a slot of this week or the next two, and the servings. */
function PutInWeek({ recipe, servings: shown, onClose }: PutProps) {
  const translation = useTranslation();
  const { t } = translation;
  const thisWeek = weekOf(useToday(useMe().family.timeZone));
  const [servings, setServings] = useState(shown);
  const [asked, setAsked] = useState<SlotContent>();
  const offer = recipe.variantOffer;
  const [variant, setVariant] = useState(offer && variantOf(offer));
  const certain = recipe.warnings.filter(hasCertainAllergen);
  const put = (place: SlotContent, exceptEaters?: string[]) => {
    onClose();
    const dish = { description: recipe.title, recipeId: recipe.id, servings };
    putMeal(translation, place, { ...dish, exceptEaters, variant });
  };
  if (asked) {
    return (
      <WarningQuestion
        dish={recipe.title}
        warnings={certain}
        onExcept={(eaterIds) => put(asked, eaterIds)}
        onChooseElse={onClose}
      />
    );
  }
  return (
    <Dialog title={t('recipes.put')} onClose={onClose}>
      {offer && <VariantToggle offer={offer} variant={variant} onChange={setVariant} />}
      <WarningSign warnings={takenOffer(offer, variant)?.warnings ?? recipe.warnings} form="large" />
      <Servings servings={servings} onChange={setServings} />
      <p>{t('recipes.put-hint')}</p>
      <PlacePicker
        weeks={[thisWeek, addDays(thisWeek, 7), addDays(thisWeek, 14)]}
        onChoose={(place) => (certain.length > 0 ? setAsked(place) : put(place))}
      />
    </Dialog>
  );
}
