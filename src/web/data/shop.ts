/** The shop that this device shows the list for. */
import { getItem, setItem } from '#web/base/local-storage.ts';
import { onSignOut } from './session.ts';
import { createStore, useStore } from '#web/base/store.ts';

/** The name is empty for the usual shop. */
const SHOP = 'weekfare-shop';
const currentShop = createStore(getItem(SHOP) ?? '');
onSignOut(async () => chooseShop(''));

export function useShop(): [string, (name: string) => void] {
  return [useStore(currentShop, (name) => name), chooseShop];
}

function chooseShop(name: string): void {
  currentShop.set(name);
  setItem(SHOP, name || null);
}
