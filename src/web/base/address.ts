/** The method and the address of an operation of the server (http/app-api.ts). */
import type { AnyRequest, Operation, RequestOf } from '#http/app-api.ts';

type AddressParts<O extends Operation> = Omit<RequestOf<O>, 'body' | 'file'>;

/** `addressOf('GET /app/api/plans/:week', { params: { week } })` */
export function addressOf<O extends Operation>(
  operation: O,
  ...[parts]: {} extends AddressParts<O> ? [parts?: AddressParts<O>] : [parts: AddressParts<O>]
): string {
  return fillAddress(operation, parts ?? {});
}

export function fillAddress(operation: Operation, { params = {}, query = {} }: AnyRequest): string {
  const values = new Map<string, unknown>(Object.entries(params));
  const path = operation
    .slice(operation.indexOf(' ') + 1)
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length > 0 ? `${path}?${new URLSearchParams(given).toString()}` : path;
}

export function methodOf(operation: Operation): string {
  return operation.slice(0, operation.indexOf(' '));
}
