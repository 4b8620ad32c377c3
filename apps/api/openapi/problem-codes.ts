import type { OpenAPIObject } from '@nestjs/swagger';
import { ownValue } from '#kernel/own-value.js';
import type { KnownRefusal } from '#http/endpoint.js';
import { ERROR_CODES, EARLY_REFUSALS, nextStepOf } from './next-steps.js';

/** A code as `/problems` explains it. */
export type ProblemCode = {
  readonly code: string;
  readonly statuses: readonly number[];
  readonly meanings: readonly string[];
  readonly nextStep: string;
  /** Operations of the partner API as `Tag/operationId`. Empty if the code occurs at most of them. */
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

/** A code where it occurs; `operation` is one of the partner API. */
type Occurrence = KnownRefusal & { readonly operation?: string };

const OPERATIONS_MAX = 12;

/** Every code that a caller can meet, in alphabetical order, as the endpoints declare them. */
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
