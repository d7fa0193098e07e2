/** All tools of the MCP endpoint, in the order in which they are listed. */
import type { Tool } from './tool.ts';
import { alternativeTools } from './tools/alternatives.ts';
import { proposalTools } from './tools/proposals.ts';
import { recipeTools } from './tools/recipes.ts';
import { shoppingListTools } from './tools/shopping-lists.ts';
import { undoTools } from './tools/undo.ts';
import { weekTools } from './tools/weeks.ts';

export const TOOLS: readonly Tool[] = [
  ...weekTools,
  ...proposalTools,
  ...alternativeTools,
  ...shoppingListTools,
  ...recipeTools,
  ...undoTools,
];
