import type { ListAisle } from '#domain/shopping-list/item.ts';
import type { MessageId } from '#languages/message-ids.ts';

export const AISLE_NAMES: Record<ListAisle, MessageId> = {
  bakery: 'list.aisle.bakery',
  baking: 'list.aisle.baking',
  condiments: 'list.aisle.condiments',
  dairy: 'list.aisle.dairy',
  drinks: 'list.aisle.drinks',
  eggs: 'list.aisle.eggs',
  fish: 'list.aisle.fish',
  frozen: 'list.aisle.frozen',
  fruit: 'list.aisle.fruit',
  grains: 'list.aisle.grains',
  herbs: 'list.aisle.herbs',
  legumes: 'list.aisle.legumes',
  meat: 'list.aisle.meat',
  nuts: 'list.aisle.nuts',
  oils: 'list.aisle.oils',
  other: 'list.aisle.other',
  plant: 'list.aisle.plant',
  spices: 'list.aisle.spices',
  sweets: 'list.aisle.sweets',
  tins: 'list.aisle.tins',
  vegetables: 'list.aisle.vegetables',
};
