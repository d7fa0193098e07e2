/** What the app has stored in a browser's IndexedDB. */
import type { Page } from 'playwright-core';

type StoredEntry = { key: string[]; value: unknown };

/** All entries of a store. */
export function readStored(page: Page, store: 'outboxes' | 'values'): Promise<StoredEntry[]> {
  return page.evaluate<StoredEntry[]>(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('weekfare');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const entries = [];
      const reading = database.transaction('${store}').objectStore('${store}').openCursor();
      reading.onerror = () => reject(reading.error);
      reading.onsuccess = () => {
        const cursor = reading.result;
        if (cursor) {
          entries.push({ key: cursor.key, value: cursor.value });
          cursor.continue();
        } else {
          database.close();
          resolve(entries);
        }
      };
    };
  })`);
}
