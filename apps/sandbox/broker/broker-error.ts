/** An error response of the broker: a number and a message, sometimes with further fields. */
export class BrokerError extends Error {
  override readonly name = 'BrokerError';

  constructor(
    readonly status: number,
    readonly code: number,
    message: string,
    readonly more: object = {},
  ) {
    super(message);
  }
}

export const badRequest = (message: string) => new BrokerError(400, 40_010_000, message);
export const unauthorized = () => new BrokerError(401, 40_110_000, 'request is not authorized');
export const forbidden = (message: string, more: object = {}) =>
  new BrokerError(403, 40_310_000, message, more);
export const notFound = (message: string) => new BrokerError(404, 40_410_000, message);
export const unprocessable = (message: string) => new BrokerError(422, 42_210_000, message);
export const tooMany = (message: string) => new BrokerError(429, 42_910_000, message);
