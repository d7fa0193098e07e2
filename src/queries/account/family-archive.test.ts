/** The export of a family: it imports again without loss, and the export of the imported family is the same. */
import { after, before, describe, test } from 'node:test';
import { checkRoundTrip } from '#test/support/exports/round-trip.ts';
import { freshFolder, freshStore, KINDS } from '#test/support/store.ts';

const FAMILIES = { sqlite: 10, postgres: 5 };

for (const kind of KINDS) {
  describe(`${kind}: an exported family`, async () => {
    const store = await freshStore({ after, before }, kind);
    const folder = freshFolder({ after });

    test('is the same after an import', async () => {
      for (let seed = 1; seed <= FAMILIES[kind]; seed += 1)
        await checkRoundTrip(store, folder, { seed, onlyCooklang: seed % 5 === 0 });
    });
  });
}
