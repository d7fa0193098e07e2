/** Defines what a tool of the MCP endpoint is, and how it tells a model that something is not possible. */
import { z } from 'zod';
import type { PlannerPool, TaskClient } from '#jobs/planning/planner-pool.ts';
import { hasScope, readScopeOf, type Scope } from '#domain/family/scopes.ts';
import type { Refusal } from '#domain/refusal.ts';
import type { Store } from '#storage/store.ts';
import type { CachedKey } from '#http/access/key-access.ts';
import { refusalProblem } from '#http/problems/problem.ts';

/** The key of a request, and all that a tool may use. */
export type ToolContext = {
  store: Store;
  planner: PlannerPool;
  key: Pick<CachedKey, 'id' | 'family' | 'timeZone' | 'scopes'>;
  nowMs: number;
  client: TaskClient;
};

/** `text` says the same as `data`, in short: some clients show a model only one of them. */
export type ToolResult<Data = object> = { data: Data; text: string } | ToolFailure;
/** A sentence for the model. */
export type ToolFailure = { failure: string };

/** What clients may assume about a tool before they ask a person (`ToolAnnotations` of the specification). */
type Hints = {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
};

export type Tool = {
  name: string;
  title: string;
  description: string;
  /** Of which the key needs one, and for a change the scope to read what it changes. */
  scopes: readonly Scope[];
  /** Does not need the scope to read what it changes. Without it, the result has only ids. */
  worksBlind?: true;
  input: z.ZodObject;
  output: z.ZodObject;
  hints: Hints;
  /** The number of requests it counts as in the family's rate limit, where it is much more work than most. */
  cost?: number;
  run: (context: ToolContext, input: never) => Promise<ToolResult>;
};

/** All data is the family's own, so `openWorldHint` is false everywhere. */
export const READS: Hints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
/** Adds something and takes nothing away. Idempotent, because each change has an id. */
export const ADDS: Hints = { ...READS, readOnlyHint: false };
/** Replaces what was there. */
export const REPLACES: Hints = { ...ADDS, destructiveHint: true };

/** Checks that the function fits the schemas. */
export function tool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: Omit<Tool, 'input' | 'output' | 'run'> & {
    input: Input;
    output: Output;
    run: (context: ToolContext, input: z.output<Input>) => Promise<ToolResult<z.input<Output>>>;
  },
): Tool {
  return definition;
}

type Access = Pick<ToolContext, 'key'>;

export function mayUse({ key }: Access, scope: Scope): boolean {
  return hasScope(key.scopes, scope);
}

export function isUsable({ scopes, worksBlind }: Tool, access: Access): boolean {
  return scopes.some(
    (scope) => mayUse(access, scope) && (worksBlind === true || mayUse(access, readScopeOf(scope))),
  );
}

/** Whether the key may read all that it may change by this tool. */
export function maySeeResult({ scopes }: Tool, access: Access): boolean {
  return scopes.every((scope) => !mayUse(access, scope) || mayUse(access, readScopeOf(scope)));
}

export function lacksScopeFor({ scopes, worksBlind }: Tool): ToolFailure {
  const names = scopes.map((scope) =>
    worksBlind === true || scope === readScopeOf(scope) ? scope : `${scope} with ${readScopeOf(scope)}`,
  );
  return missingScope(names.join(' or '));
}

export function missingScope(name: string): ToolFailure {
  return {
    failure: `This API key lacks the scope ${name}. A key with it can be made on the Family page of Weekfare.`,
  };
}

/** Refusals whose usual text is about HTTP. */
const TEXTS: { readonly [reason in Refusal['refused']]?: string } = {
  conflict: 'Somebody has changed these places in the meantime; nothing was changed. Read the week again.',
  'stale-plan':
    'The week has changed since the proposal was made; nothing was changed. Propose the week again.',
  'planner-busy': 'Too many weeks are being planned right now. Try again in a few seconds.',
};

export function failureOf(refusal: Refusal): ToolFailure {
  return { failure: TEXTS[refusal.refused] ?? refusalProblem({ refused: refusal.refused }).detail };
}
