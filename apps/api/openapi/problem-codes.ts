import type { OpenAPIObject } from '@nestjs/swagger';
import { ownValue } from '#kernel/own-value.js';
import type { KnownRefusal } from '#http/endpoint.js';
import { ERROR_CODES, EARLY_REFUSALS, nextStepOf } from './next-steps.js';

/** Explanation of a code at `/problems`. */
export type ProblemCode = {
  readonly code: string;
  readonly statuses: readonly number[];
  readonly meanings: readonly string[];
  readonly nextStep: string;
  /**
   * Operations of the partner API as `Tag/operationId`. Empty if there are more than
   * `OPERATIONS_MAX`.
   */
  readonly operations: readonly string[];
};

type Example = { readonly value: { readonly status: number; readonly detail: string } };
type Response = {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly examples?: Record<string, Example> }>>;
};
type Operation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly responses: Readonly<Record<string, Response>>;
};

/** Occurrence of a code. `operation` is set for the partner API. */
type Occurrence = KnownRefusal & { readonly operation?: string };

const OPERATIONS_MAX = 12;

/** Returns all codes that callers can receive, in alphabetical order. */
export const problemCodes = (documents: {
  readonly partners: OpenAPIObject;
  readonly staff: OpenAPIObject;
}): readonly ProblemCode[] => {
  const all: readonly Occurrence[] = [
    ...refusalsIn(documents.partners, true),
    ...refusalsIn(documents.staff, false),
    ...EARLY_REFUSALS,
    ...ERROR_CODES,
  ];
  const codes = [...new Set(all.map(({ code }) => code))].sort();
  return codes.map((code) => {
    const same = all.filter((each) => each.code === code);
    const statuses = [...new Set(same.map(({ status }) => status))].sort((a, b) => a - b);
    const operations = [...new Set(same.flatMap(({ operation }) => operation ?? []))];
    return {
      code,
      statuses,
      meanings: [...new Set(same.map(({ meaning }) => meaning))],
      nextStep: nextStepOf(code, statuses[0]!),
      operations: operations.length > OPERATIONS_MAX ? [] : operations,
    };
  });
};

const refusalsIn = (document: OpenAPIObject, isForPartners: boolean): readonly Occurrence[] => {
  const shared = (document.components?.responses ?? {}) as Readonly<Record<string, Response>>;
  const operations = Object.values(document.paths).flatMap((item) =>
    Object.values(item as Readonly<Record<string, Operation>>),
  );
  return operations.flatMap(({ operationId, tags: [tag], responses }) =>
    Object.values(responses).flatMap((response) => {
      const { content } = ownValue(shared, response.$ref?.split('/').at(-1) ?? '') ?? response;
      const examples = content?.['application/problem+json']?.examples ?? {};
      return Object.entries(examples).map(([code, { value }]) => ({
        ...{ code, status: value.status, meaning: value.detail },
        ...(isForPartners ? { operation: `${tag}/${operationId}` } : {}),
      }));
    }),
  );
};
