/** Cards of recipes as the app shows them in lists: with their photos, and with warnings instead of foods. */
import { readPhotoTexts } from '#queries/recipe/pictures.ts';
import type { FamilyWarnings } from '#queries/plan/warnings.ts';
import type { RecipeCard } from '#domain/recipe-view/recipe-card.ts';
import type { Db } from '#storage/schema.ts';

export async function warnedCards(
  db: Db,
  family: string,
  cards: readonly RecipeCard[],
  warnings: FamilyWarnings,
) {
  const ownIds = cards.filter(({ own }) => own).map(({ id }) => id);
  const photos = await readPhotoTexts(db, family, ownIds);
  return cards.map((card) => ({
    ...withWarnings(card, warnings),
    picture: photos.get(card.id) ?? card.picture,
  }));
}

function withWarnings(card: RecipeCard, { warn, offer }: FamilyWarnings) {
  const {
    allergens: _a,
    mayContain: _m,
    breaks: _b,
    mayBreak: _d,
    foodIds: _f,
    unsureLines: _u,
    variant,
    ...shown
  } = card;
  const offered = variant && offer(card, variant);
  return { ...shown, warnings: warn(card), ...(offered && { variantOffer: offered }) };
}
