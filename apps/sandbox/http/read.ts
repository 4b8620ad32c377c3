import type { z } from 'zod';

/** Parses a value. Throws the result of `refuse` for the first error (`identity.given_name is required`). */
export const readBy = <Value>(
  schema: z.ZodType<Value>,
  value: unknown,
  refuse: (message: string) => Error,
): Value => {
  const parsed = schema.safeParse(value ?? {}, { reportInput: true });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw refuse(issue === undefined ? 'invalid' : describe(issue));
};

const describe = (issue: z.core.$ZodIssue): string => {
  const field = issue.path.join('.');
  if (field === '') return issue.message;
  if (issue.code === 'invalid_type' && issue.input === undefined) return `${field} is required`;
  return `${field} ${issue.message}`;
};
