import type createClient from 'openapi-fetch';
import type { components, paths } from './schema.js';

export type Credentials = {
  readonly apiKey: string;
  readonly email: string;
  readonly password: string;
};

type Http = ReturnType<typeof createClient<paths>>;
type Problem = components['schemas']['Problem'];
type Tokens = {
  readonly authToken: string;
  readonly refreshToken: string;
  /** Epoch ms on the clock of this machine, which may differ from the clock of the server. */
  readonly renewAtMs: number;
  readonly expiresAtMs: number;
};

const TIMEOUT_MS = 15_000;
/** A token is renewed in the last part of its lifetime: 20 %, at most 60 s. */
const SPARE_PART = 0.2;
const SPARE_MS = 60_000;

/** The service rejected the login. With a `status` of 401 the credentials are wrong. */
export class LoginRefused extends Error {
  override readonly name = 'LoginRefused';

  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(messageOf(status, problem));
  }
}

/** Formats an error response. The response of a proxy may lack a problem document. */
export const messageOf = (status: number, problem: Partial<Problem> | string): string =>
  typeof problem === 'object' && problem.code !== undefined
    ? `${problem.code}: ${problem.detail}`
    : `the service responded with ${status}`;

/**
 * Holds a token. Concurrent callers share one renewal. A refresh token works only once, so the session
 * logs in again after a failed refresh.
 */
export class Session {
  private tokens: Tokens | null = null;
  private renewal: Promise<Tokens> | null = null;

  constructor(
    private readonly http: Http,
    private readonly credentials: Credentials,
  ) {}

  /** @throws {LoginRefused} if the service rejects the login. */
  async token(): Promise<string> {
    if (this.tokens !== null && Date.now() < this.tokens.renewAtMs) return this.tokens.authToken;
    this.renewal ??= this.renew().finally(() => (this.renewal = null));
    return (await this.renewal).authToken;
  }

  /** Discards a token that the service rejected. The next call logs in. */
  reject(authToken: string): void {
    if (this.tokens?.authToken === authToken) this.tokens = null;
  }

  private async renew(): Promise<Tokens> {
    const old = this.tokens;
    this.tokens = null;
    const renewed = old === null || Date.now() >= old.expiresAtMs ? null : await this.refresh(old);
    this.tokens = renewed ?? (await this.logIn());
    return this.tokens;
  }

  private async refresh({ authToken, refreshToken }: Tokens): Promise<Tokens | null> {
    try {
      const { data, response } = await this.http.POST('/v1/auth/refresh-token', {
        body: { authToken, refreshToken },
        headers: { authorization: `bearer ${authToken}` },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return data === undefined ? null : tokensOf(data, response);
    } catch {
      return null;
    }
  }

  private async logIn(): Promise<Tokens> {
    const { apiKey, email, password } = this.credentials;
    const { data, error, response } = await this.http.POST('/v1/auth/login', {
      body: { email, password },
      headers: { 'api-key': apiKey },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (data !== undefined) return tokensOf(data, response);
    throw new LoginRefused(response.status, error);
  }
}

const tokensOf = (
  { authToken, refreshToken, expiration }: components['schemas']['LoginResult'],
  { headers }: Response,
): Tokens => {
  const nowMs = Date.now();
  const serverMs = Date.parse(headers.get('date') ?? '');
  const lifetimeMs = Date.parse(expiration) - (Number.isNaN(serverMs) ? nowMs : serverMs);
  const spareMs = Math.min(SPARE_MS, lifetimeMs * SPARE_PART);
  return {
    authToken,
    refreshToken,
    renewAtMs: nowMs + lifetimeMs - spareMs,
    expiresAtMs: nowMs + lifetimeMs,
  };
};
