import { inSources } from './source-lines.js';

const CAUSES_MAX = 5;

type ErrorLike = {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly stack?: unknown;
  readonly code?: string | number;
  readonly cause?: unknown;
};

export type ErrorDetails = {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly code?: string;
  readonly cause?: ErrorDetails;
};

/**
 * Returns the loggable part of an error and of its causes: type, message, code and stack. Other
 * properties are dropped, because clients attach commands, arguments and connections.
 */
export const errorDetails = (error: unknown, causesMax = CAUSES_MAX): ErrorDetails => {
  if (typeof error !== 'object' || error === null)
    return { type: typeof error, message: String(error), stack: '' };
  const { name, message, stack, code, cause } = error as ErrorLike;
  return {
    type: String(name),
    message: String(message),
    ...(code === undefined ? {} : { code: String(code) }),
    stack: inSources(String(stack)),
    ...(cause === undefined || causesMax === 0
      ? {}
      : { cause: errorDetails(cause, causesMax - 1) }),
  };
};

/** Serializers for pino and Fastify's logger. */
export const logSerializers = { err: (error: unknown) => ({ ...errorDetails(error) }) };
