/** The commands of package.json, each with its shortest form that still runs all of its code, or with what runs it. */

type Command =
  | {
      /** The parameters after `--`. The folder is empty and is removed afterwards. */
      parameters: (folder: string) => string[];
      /** It serves pages until it is stopped, and takes `--port`. */
      isServer?: true;
    }
  | { coveredBy: string };

const alone = { parameters: () => [] };

/** In the order in which `npm run commands` runs them: the quick ones come first. */
export const COMMANDS: Record<string, Command> = {
  test: { coveredBy: '.ci/run' },
  chaos: { coveredBy: '.ci/run' },
  start: { coveredBy: 'test/outage.test.ts' },
  weekfare: { parameters: () => ['--help'] },
  commands: { coveredBy: '.ci/run' },
  'check:foods': { coveredBy: 'test/project/check-foods.test.ts' },
  release: { coveredBy: 'test/project/release.test.ts' },
  format: alone,
  openapi: alone,
  'pictures:dishes': { parameters: (folder) => [`${folder}/dishes.html`] },
  sdk: alone,
  'sdk:try': { parameters: () => ['node'] },
  build: { parameters: (folder) => [`--outDir=${folder}`] },
  web: { parameters: () => [], isServer: true },
  pack: alone,
  sbom: alone,
  'bench:exports': { parameters: () => ['5'] },
  check: alone,
  pictures: { parameters: (folder) => [folder] },
  'bench:pages': { parameters: () => ['--runs=1'] },
  'bench:planner': { parameters: () => ['--quick'] },
  bench: { parameters: () => ['--quick'] },
};
