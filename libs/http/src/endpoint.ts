import { HttpCode } from '@nestjs/common';
import type { z } from 'zod';
import { note } from './contract-notes.js';
import { routeConfig } from './route-config.js';

/** An error response of an endpoint: HTTP status, code, and meaning for callers. */
export type KnownRefusal = {
  readonly status: number;
  readonly code: string;
  readonly meaning: string;
  /** Field in examples, if no field decorator declares the code. */
  readonly pointer?: string;
};

export const refusal = (
  status: number,
  code: string,
  meaning: string,
  pointer?: string,
): KnownRefusal => ({ status, code, meaning, ...(pointer === undefined ? {} : { pointer }) });

/** Response body and description of a success. A schema with `.meta({ id })` is shared by name. */
type Answer = readonly [schema: z.ZodType | typeof nothing, description: string];

/** A response without content. */
export const nothing = Symbol('nothing');

/**
 * `session`: signed-in staff of any role. `operator`, `finance`: staff of that role. `entrance`:
 * sign-in routes of staff.
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

type TextInPath = { readonly about: string; readonly example: string };

export type EndpointDescription = {
  readonly summary: string;
  /** Description in whole sentences (Markdown). */
  readonly description: string;
  readonly answers: Readonly<Record<number, Answer>>;
  /** Other representations of the 200 response by media type, for example `text/csv`. */
  readonly alsoAs?: Readonly<Record<string, z.ZodType>>;
  /** Media type of the responses; default JSON. */
  readonly answersAs?: string;
  /** Errors beyond those of its fields and the common ones (token, shape, size, rate). */
  readonly refuses?: readonly KnownRefusal[];
  /** Descriptions of path parameters. A parameter that is not a UUID has an example. */
  readonly params?: Readonly<Record<string, string | TextInPath>>;
  /** Schema of a body without a request class. */
  readonly body?: z.ZodType;
  /** Whether the endpoint supports `Idempotency-Key`. */
  readonly idempotencyKey?: true;
  /** Whether responses have an `ETag`, and `If-None-Match` may result in 304. */
  readonly entityTag?: true;
  /** Default: the bearer token. */
  readonly credential?: Credential;
};

/**
 * The description of a route and the classes of its parameters, including request bodies and
 * queries.
 */
export type DeclaredEndpoint = EndpointDescription & {
  readonly parameterTypes: readonly unknown[];
};

const declared = new Map<string, DeclaredEndpoint>();

/**
 * Required on every endpoint. The OpenAPI document is generated from it, and tests compare
 * responses with it. The name of the method is the id of the operation. A single success status
 * becomes the status of the route.
 */
export const Endpoint = (description: EndpointDescription): MethodDecorator => {
  const [status, ...otherStatuses] = Object.keys(description.answers).map(Number);
  return (target, property, descriptor) => {
    const operationId = String(property);
    if (status !== undefined && otherStatuses.length === 0)
      HttpCode(status)(target, property, descriptor);
    if (declared.has(operationId)) throw new Error(`two endpoints have the id ${operationId}`);
    const parameterTypes = Reflect.getMetadata(
      'design:paramtypes',
      target,
      property,
    ) as readonly unknown[];
    declared.set(operationId, { ...description, parameterTypes });
    const options = {
      operationId,
      summary: description.summary,
      description: description.description,
    };
    note({ target, property, kind: 'operation', options });
    if (description.entityTag === true)
      routeConfig({ hasEntityTag: true })(target, property, descriptor);
  };
};

export const declaredEndpoint = (operationId: string): DeclaredEndpoint | undefined =>
  declared.get(operationId);
