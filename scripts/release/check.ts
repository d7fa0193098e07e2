/**
 * `node scripts/release/check.ts TAG`: fails unless the tag is the version that all files name. Prints the changes of the
 * release, for its notes.
 */
import { releaseNotes, versionErrors } from './version.ts';

const [tag = ''] = process.argv.slice(2);
const errors = tag.startsWith('v') ? versionErrors('.', tag.slice(1)) : [`The tag "${tag}" has no v.`];
for (const error of errors) console.error(error);
if (errors.length > 0) process.exitCode = 1;
else console.log(releaseNotes('.'));
