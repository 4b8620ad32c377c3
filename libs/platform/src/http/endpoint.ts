import type { z } from 'zod';
import { note } from './contract-notes.js';

/** One "no" that a caller can meet here: HTTP status, code, and what it means to them. */
export type KnownRefusal = {
  readonly status: number;
  readonly code: string;
  readonly meaning: string;
};

export const refusal = (status: number, code: string, meaning: string): KnownRefusal => ({
  status,
  code,
  meaning,
});

/** What a success says and when it is given; a schema with `.meta({ id })` is shared by name. */
type Answer = readonly [schema: z.ZodType | typeof nothing, description: string];

/** An answer without content. */
export const nothing = Symbol('nothing');

/**
 * `session`: staff who signed in, with any role or the one named; `entrance`: where they sign in.
 */
export type Credential =
  | 'token'
  | 'apiKey'
  | 'signature'
  | 'none'
  | 'entrance'
  | 'session'
  | 'operator'
  | 'finance';

export type EndpointDescription = {
  /** Stable name of the operation in generated clients, such as `placeOrder`. */
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  /** What it does, in whole sentences (Markdown). */
  readonly description: string;
  readonly answers: Readonly<Record<number, Answer>>;
  /** Other representations of the 200 answer by media type, such as `text/csv`. */
  readonly alsoAs?: Readonly<Record<string, z.ZodType>>;
  /** Beyond what its fields and the house refuse by themselves (token, shape, size, rate). */
  readonly refuses?: readonly KnownRefusal[];
  /** Meaning of each path parameter. */
  readonly params?: Readonly<Record<string, string>>;
  /** Class of a body that the handler reads by itself. */
  readonly reads?: new () => object;
  /** A body that no request class describes. */
  readonly body?: z.ZodType;
  /** Whether `Idempotency-Key` is honoured. */
  readonly idempotencyKey?: true;
  /** What lets a caller in; the bearer token unless said otherwise. */
  readonly credential?: Credential;
};

/** What a route declared, and the classes of its parameters, request bodies and queries among them. */
export type DeclaredEndpoint = EndpointDescription & {
  readonly parameterTypes: readonly unknown[];
};

const declared = new Map<string, DeclaredEndpoint>();

/** Every endpoint must carry this: the OpenAPI document is made of it, and tests hold answers to it. */
export const Endpoint = (description: EndpointDescription): MethodDecorator => {
  const { id: operationId, tag, summary, reads } = description;
  return (target, property) => {
    if (declared.has(operationId)) throw new Error(`two endpoints are called ${operationId}`);
    const types = Reflect.getMetadata('design:paramtypes', target, property) as readonly unknown[];
    const parameterTypes = reads === undefined ? types : [...types, reads];
    declared.set(operationId, { ...description, parameterTypes });
    const options = { operationId, tags: [tag], summary, description: description.description };
    note({ target, property, kind: 'operation', options });
    if (reads !== undefined) note({ target, property, kind: 'body', type: reads });
  };
};

export const declaredEndpoint = (operationId: string): DeclaredEndpoint | undefined =>
  declared.get(operationId);
