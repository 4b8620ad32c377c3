import type { FastifyRequest } from 'fastify';
import type { Principal } from './caller.js';
import type { Problem } from './problem-of.js';

/** Fields of a rejected request in the log line of its response. */
type RefusalDetails = {
  readonly code: string;
  readonly pointers?: readonly string[];
};

const refusals = new WeakMap<FastifyRequest, RefusalDetails>();

/** Codes of errors whose pointers contain member names that the caller invented. */
const NAMED_BY_CALLER = /^(json_|field_unknown$|parameter_unknown$)/;

/** Stores the reason of a rejection until the log line of its response is written. */
export const noteRefusal = (
  request: FastifyRequest,
  { code, errors = [] }: Pick<Problem, 'code' | 'errors'>,
): void => {
  const pointers = errors.map(({ code: error, pointer = '' }) =>
    NAMED_BY_CALLER.test(error) ? `(${error})` : pointer,
  );
  refusals.set(request, pointers.length === 0 ? { code } : { code, pointers });
};

/**
 * Returns the code, the pointers of the errors, and the partner of a rejected request. Returns an
 * empty object after a success. Omits the sent values, which may be personal data.
 */
export const refusalDetails = (request: FastifyRequest): object => {
  const refusal = refusals.get(request);
  if (refusal === undefined) return {};
  const partnerId = (request as { user?: Partial<Principal> }).user?.partnerId;
  return partnerId === undefined ? refusal : { ...refusal, partnerId };
};
