/** `npm run release -- VERSION`: sets the version everywhere and dates the changelog; docs/releasing.md has the other steps. */
import { prepareRelease } from './version.ts';

const [version = ''] = process.argv.slice(2);
try {
  prepareRelease('.', version, Temporal.Now.plainDateISO('UTC').toString());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
