import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { FairTurns } from '#platform/core/fair-turns.js';
import { deterministicId } from '#platform/core/ids.js';
import { Passwords } from '#platform/core/passwords.js';
import { Refused } from '#platform/core/refused.js';
import { SecretBox } from '#platform/core/secret-box.js';
import { totpStep } from '#platform/core/totp.js';
import { type Cause, EventStore } from '#platform/event-store/event-store.js';
import { signIn } from '../account/staff-account.decide.js';
import {
  type StaffAccount,
  boundTo,
  staffAccounts,
  findStaffId,
  staffIdsOf,
} from '../account/staff-account.state.js';
import { accountCause, staffOperator } from '../account/staff-cause.js';
import { KnownDevices } from '../session/known-devices.js';
import { newSessionToken } from '../session/session-token.js';
import { StaffSessions } from '../session/staff-sessions.js';
import { SignInLimits } from './sign-in-limits.js';
import { type Entered, SignIn } from './sign-in.command.js';

/** More would only wait for each other: passwords of staff are compared one at a time. */
const TURNS = { atOnce: 4, waitingMax: 100, waitingPerKey: 10 };

@CommandHandler(SignIn)
export class SignInHandler implements ICommandHandler<SignIn> {
  private readonly turns = { known: new FairTurns(TURNS), unknown: new FairTurns(TURNS) };

  constructor(
    private readonly store: EventStore,
    private readonly sessions: StaffSessions,
    private readonly passwords: Passwords,
    private readonly box: SecretBox,
    private readonly limits: SignInLimits,
    private readonly devices: KnownDevices,
  ) {}

  /**
   * What is wrong is not told, and an account that does not exist is locked like one that does. What
   * others do at the account or the address shuts out nobody who comes from a known device, nor does
   * it wait behind them. Everybody may try: of a crowd most are refused before anything is looked up.
   */
  async execute(command: SignIn): Promise<Entered> {
    const { address, gone } = command;
    const turns = (await this.hasMark(command)) ? this.turns.known : this.turns.unknown;
    return turns.run(address, () => this.signIn(command), { gone });
  }

  private async hasMark({ email, device }: SignIn): Promise<boolean> {
    if (device === '') return false;
    const ids = await staffIdsOf(this.store, email);
    return ids.some((id) => this.devices.isMarkOf(id, device));
  }

  private async signIn(command: SignIn): Promise<Entered> {
    const { email, address, requestId } = command;
    const staffId = await findStaffId(this.store, email);
    const { hashed: from } = await this.store.lookUps.ofId(deterministicId('address', address));
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
    const by = { lane: 'staff', key: address } as const;
    const isRight = await this.passwords.matches(password, hash, by, open);
    return isRight && account !== null ? this.enter(account, code, device, cause) : null;
  }

  /**
   * Null for a wrong code and for a disabled account; the append decides between two.
   * @throws {Refused} 401 for a code that was right once: whoever has it guesses nothing.
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
    // Before the code is used up: while Redis is away the same code may be sent again.
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
  new Refused('unauthorized', 'sign_in_refused', 'E-mail, password or code is not right');
