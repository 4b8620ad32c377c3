import type { Fault } from '../core/refused.js';

const TYPE_BASE = 'https://partner-brokerage.example/problems/';

/** An RFC 9457 problem document as this API sends it; `code` is the machine's contract. */
export type ProblemDocument = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly Fault[];
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
): string => {
  const known = { status, code, detail };
  return JSON.stringify(
    problemDocument(errors === undefined ? known : { ...known, errors }, requestId),
  );
};

const titleOf = (code: string): string => {
  const words = code.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
