import type { FieldError } from '#kernel/refused.js';

/** Path of the pages that explain the codes. */
const TYPE_BASE = '/problems/';

/** An RFC 9457 problem document of this API. Programs may rely on `code`. */
export type ProblemDocument = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly FieldError[];
  readonly requestId: string;
};

export const problemDocument = (
  problem: Omit<ProblemDocument, 'type' | 'title' | 'requestId'>,
  requestId: string,
): ProblemDocument => ({
  type: `${TYPE_BASE}${problem.code}`,
  title: titleOf(problem.code),
  ...problem,
  requestId,
});

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

export const problemText = (
  { status, code, detail, errors }: Omit<ProblemDocument, 'type' | 'title' | 'requestId'>,
  requestId: string,
  more: (document: ProblemDocument) => object = () => ({}),
): string => {
  const known = { status, code, detail };
  const document = problemDocument(errors === undefined ? known : { ...known, errors }, requestId);
  return JSON.stringify({ ...document, ...more(document) });
};

const titleOf = (code: string): string => {
  const words = code.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
