/**
 * Responds to the messages of the Model Context Protocol, after the key was checked (register.ts). Loaded at the first
 * request, with the official SDK, which knows the revisions of the protocol: 2026-07-28, which is stateless, and those of
 * 2025, which begin with `initialize`. Nothing is stored between requests.
 */
import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { isOutage } from '#storage/outage.ts';
import { problem } from '#http/problems/problem.ts';
import { TooMuchWork } from '#storage/work-budget.ts';
import { rpcError } from './message.ts';
import { withoutContent } from './change.ts';
import {
  isUsable,
  lacksScopeFor,
  maySeeResult,
  type Tool,
  type ToolContext,
  type ToolResult,
} from './tool.ts';
import { TOOLS } from './tools.ts';

export type McpCall = {
  request: Request;
  message: unknown;
  context: ToolContext;
  /** Counts a call of a tool; the seconds to wait if it is one too many. */
  takeCall: (isChange: boolean, cost: number) => number;
  onFailure: (error: unknown, tool: string) => void;
};

const INFO = { name: 'weekfare', title: 'Weekfare', version: '1.0.0' };
const INSTRUCTIONS =
  'Weekfare plans the meals of a family by weeks (Monday to Sunday; slots breakfast, lunch, dinner) and keeps its recipes and shopping list. Begin with read_week. Every change returns a changeId for undo_change. Tell people about warnings: they are about allergies and diets. A dish without a warning is not certified as safe.';

export async function handleMcp(call: McpCall): Promise<Response> {
  const { request, message } = call;
  const refusal = refuseMethod(message);
  if (refusal) return refusal;
  if (!(await isLegacyRequest(request, message)))
    return createMcpHandler(() => serverFor(call), { legacy: 'reject' }).fetch(request, {
      parsedBody: message,
    });
  const server = serverFor(call);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}

/** The SDK would open a stream. The tools of a key do not change while it waits. */
function refuseMethod(message: unknown): Response | undefined {
  const { method, id } = message as { method?: unknown; id?: string | number };
  return method === 'subscriptions/listen' ? rpcError(404, 'no-method', id) : undefined;
}

function serverFor(call: McpCall): Server {
  const server = new Server(INFO, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  server.setRequestHandler('tools/list', ({ params }) => {
    if (params?.cursor !== undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is only one page.');
    return { tools: TOOLS.filter((tool) => isUsable(tool, call.context)).map((tool) => describe(tool)) };
  });
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = TOOLS.find(({ name }) => name === params.name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no tool of this name.');
    const result = await runTool(call, tool, params.arguments ?? {});
    const text = 'failure' in result ? result.failure : result.text;
    const content = [{ type: 'text' as const, text }];
    return 'failure' in result ? { content, isError: true } : { content, structuredContent: result.data };
  });
  return server;
}

type Description = ReturnType<typeof describeTool>;
const descriptions = new Map<Tool, Description>();

function describe(tool: Tool): Description {
  return descriptions.getOrInsertComputed(tool, describeTool);
}

function describeTool({ name, title, description, hints, input, output }: Tool) {
  return {
    name,
    title,
    description,
    inputSchema: objectSchema(input, 'input'),
    outputSchema: objectSchema(output, 'output'),
    annotations: { title, ...hints },
  };
}

/** Without references: many clients pass a schema to a model that does not follow them. */
function objectSchema(schema: z.ZodObject, io: 'input' | 'output') {
  return z.toJSONSchema(schema, { io, reused: 'inline' }) as { type: 'object' };
}

async function runTool(call: McpCall, tool: Tool, sent: unknown): Promise<ToolResult> {
  const { context, takeCall, onFailure } = call;
  if (!isUsable(tool, context)) return lacksScopeFor(tool);
  const seconds = takeCall(!tool.hints.readOnlyHint, tool.cost ?? 1);
  if (seconds > 0) return { failure: `Too many calls. Try again in ${seconds} seconds.` };
  const { data, error } = tool.input.safeParse(sent);
  if (error) return { failure: inputErrors(error) };
  try {
    const result = await tool.run(context, data as never);
    return maySeeResult(tool, context) ? result : withoutContent(result);
  } catch (failure) {
    if (isOutage(failure))
      return { failure: 'Weekfare cannot reach its database. Try again in a few seconds.' };
    if (failure instanceof TooMuchWork) return { failure: problem('too-much-work').detail };
    onFailure(failure, tool.name);
    return { failure: 'Something went wrong in Weekfare. Do not repeat the call; tell the person.' };
  }
}

const MAX_ERRORS = 10;

/** `meals.0.day: must be …`, one line each. */
function inputErrors({ issues }: z.ZodError): string {
  const lines = issues.slice(0, MAX_ERRORS).map(({ path, message, ...issue }) => {
    const where = path.join('.');
    const fields =
      issue.code === 'unrecognized_keys' ? issue.keys.slice(0, MAX_ERRORS).join(', ') : undefined;
    return `${where || 'arguments'}: ${fields === undefined ? message : `has no field ${fields}`}`.slice(
      0,
      300,
    );
  });
  return ['The arguments are not valid; nothing was done.', ...lines].join('\n');
}
