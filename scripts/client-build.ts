/** How the client is bundled: the package and its tests use the same settings. */
import { join } from 'node:path';
import type { InlineConfig } from 'vite';

/** Without a folder nothing is written. */
export function clientBuild(folder?: string): InlineConfig {
  return {
    configFile: false,
    logLevel: 'warn',
    build: {
      target: 'es2022',
      lib: {
        entry: join(import.meta.dirname, '../sdk/src/client.ts'),
        formats: ['es'],
        fileName: () => 'client.js',
      },
      sourcemap: folder !== undefined,
      // `build.minify` leaves white space in libraries.
      rolldownOptions: { output: { minify: true } },
      ...(folder === undefined ? { write: false } : { outDir: folder }),
    },
  };
}
