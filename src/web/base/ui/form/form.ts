/**
 * The behaviour of all forms: one request at a time, errors at their fields with the focus on the first, and
 * all other errors above the button.
 */
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { ApiError } from '#web/base/api.ts';
import type { MessageId } from '#languages/message-ids.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { problemText } from '#web/base/ui/problem-text.ts';

type FormOptions<Name extends string> = {
  /** The message for a value that the server refuses. */
  fields: Record<Name, MessageId>;
  /** Problem codes that belong to one field, `{ 'email-taken': 'email' }`, with a message instead of the usual one. */
  codes?: Record<string, string | { field: string; message: MessageId }>;
  /** Other fields than those above may be absent. */
  send: (values: Record<Name, string> & { [other: string]: string }) => Promise<void>;
};

type Failure = { fields: Record<string, string>; rest: string | undefined };

/** `<form {...form.props}>`, fields with `name` and `error={form.errors.email}`, `form.failure` above the button. */
export function useForm<Name extends string>({ fields, codes = {}, send }: FormOptions<Name>) {
  const messages: Partial<Record<string, MessageId>> = fields;
  const { t } = useTranslation();
  const element = useRef<HTMLFormElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>({ fields: {}, rest: undefined });

  const parseFailure = (error: unknown): Failure => {
    const found: Record<string, string> = {};
    if (error instanceof ApiError) {
      const owner = codes[error.code];
      if (typeof owner === 'string') found[owner] = problemText(t, error);
      else if (owner) found[owner.field] = t(owner.message);
      for (const { field } of error.errors) if (messages[field]) found[field] = t(messages[field]);
    }
    return { fields: found, rest: Object.keys(found).length > 0 ? undefined : problemText(t, error) };
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const values = Object.fromEntries(new FormData(event.currentTarget)) as Record<Name, string>;
    setBusy(true);
    try {
      await send(values);
      setFailure({ fields: {}, rest: undefined });
    } catch (error) {
      setFailure(parseFailure(error));
    } finally {
      setBusy(false);
    }
  };
  useLayoutEffect(() => {
    if (Object.keys(failure.fields).length === 0) return;
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);

  return {
    props: { ref: element, onSubmit: submit, noValidate: true },
    errors: failure.fields,
    failure: failure.rest,
    isBusy,
  };
}
