import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type SignedIn, StaffSessions } from '../session/staff-sessions.js';
import { FairQueue } from '#kernel/concurrency/fair-queue.js';
import { deterministicId } from '#kernel/ids.js';
import { Passwords } from '#operations/passwords.js';
import { Refused } from '#kernel/refused.js';
import { SecretCipher } from '#event-log/encryption/secret-cipher.js';
import { totpStep } from '#kernel/totp.js';
import { type Cause, EventStore } from '#kernel/event-store/event-store.js';
import { signIn } from '../account/staff-account.decide.js';
import {
  type StaffAccount,
  boundTo,
  findStaffId,
  staffAccounts,
} from '../account/staff-account.state.js';
import { accountCause, staffOperator } from '../account/staff-cause.js';
import { KnownDevices } from '../session/known-devices.js';
import { newSessionToken } from '../session/session-token.js';
import { SignInLimits } from './sign-in-limits.js';

/**
 * Result of a sign-in. `token` and `device` are for cookies. The service stores only a hash of the
 * token, and does not store the device mark.
 */
export type Entered = {
  readonly token: string;
  readonly device: string;
  readonly staff: SignedIn;
};

export class SignIn extends Command<Entered> {
  constructor(
    readonly email: string,
    readonly password: string,
    readonly code: string,
    readonly address: string,
    /** Device mark from an earlier sign-in in this browser, or empty. */
    readonly device: string,
    readonly requestId: string,
    /** Aborts when the caller disconnects. The sign-in then leaves the queue without a check. */
    readonly gone: AbortSignal,
  ) {
    super();
  }
}

/**
 * More concurrent sign-ins would wait for each other, because passwords of staff are compared one
 * at a time.
 */
const TURNS = { atOnce: 4, waitingMax: 100, waitingPerKey: 10 };

@CommandHandler(SignIn)
export class SignInHandler implements ICommandHandler<SignIn> {
  private readonly turns = { known: new FairQueue(TURNS), unknown: new FairQueue(TURNS) };

  constructor(
    private readonly store: EventStore,
    private readonly sessions: StaffSessions,
    private readonly passwords: Passwords,
    private readonly box: SecretCipher,
    private readonly limits: SignInLimits,
    private readonly devices: KnownDevices,
  ) {}

  /**
   * Signs in. A rejection does not say which part is wrong, and an unknown account is locked like a
   * known one. Failures of other callers at the account or the address never delay or block a known
   * device. Under a flood most attempts are rejected before any lookup.
   */
  async execute(command: SignIn): Promise<Entered> {
    const { address, gone } = command;
    const turns = (await this.hasMark(command)) ? this.turns.known : this.turns.unknown;
    return turns.run(address, () => this.signIn(command), { gone });
  }

  private async hasMark({ email, device }: SignIn): Promise<boolean> {
    if (device === '') return false;
    return this.devices.isMarkOf(await findStaffId(this.store, email), device);
  }

  private async signIn(command: SignIn): Promise<Entered> {
    const { email, address, requestId } = command;
    const staffId = await findStaffId(this.store, email);
    const from = await this.store.lookUps.ofId(deterministicId('address', address));
    const cause = accountCause(staffOperator(staffId, requestId));
    const account = await this.store.load(staffAccounts, staffId);
    const device = account === null ? null : this.devices.find(account, command.device, new Date());
    const origin = { place: device ?? from, isKnown: device !== null };
    const open = async () => {
      if (!origin.isKnown) await this.limits.ofAddress.requireOpen(from);
    };
    await open();
    const check = () => this.check(command, staffId, device, cause, open);
    const entered = await this.limits.ofAccount.guess(staffId, cause, check, origin);
    if (entered !== null) return entered;
    if (!origin.isKnown) await this.limits.ofAddress.countFailure(from, cause);
    throw refused();
  }

  private async check(
    { password, code, address }: SignIn,
    staffId: string,
    device: string | null,
    cause: Cause,
    open: () => Promise<void>,
  ) {
    const account = await this.store.load(staffAccounts, staffId);
    const hash = account?.passwordHash ?? null;
    const by = { pool: 'staff', key: address } as const;
    const isRight = await this.passwords.matches(password, hash, by, open);
    return isRight && account !== null ? this.enter(account, code, device, cause) : null;
  }

  /**
   * Returns null for a wrong code or a disabled account. The append rejects the second of two uses
   * of one code. @throws {Refused} 401 for a code that was already used, which does not count as a
   * guess.
   */
  private async enter(
    { staffId, sealedSecret }: StaffAccount,
    code: string,
    device: string | null,
    cause: Cause,
  ): Promise<Entered | null> {
    const now = new Date();
    const step = totpStep(this.box.open(sealedSecret, boundTo(staffId)), code, now);
    if (step === null) return null;
    const { token, sessionId } = newSessionToken(staffId);
    // Runs before the append uses the code, so that the same code works again if Redis is
    // unavailable.
    await this.sessions.use(sessionId);
    const decision = signIn(sealedSecret, step, sessionId, now);
    const { events, state } = await this.store.transact(staffAccounts, staffId, decision, cause);
    if (state === null) return null;
    if (events.length === 0) {
      if (!state.isDisabled && step <= state.lastStep) throw refused();
      return null;
    }
    const staff = this.sessions.signedIn(state, sessionId);
    return staff && { token, staff, device: this.devices.mark(state, device, now) };
  }
}

const refused = () =>
  new Refused('unauthorized', 'sign_in_refused', 'E-mail, password or code is wrong');
