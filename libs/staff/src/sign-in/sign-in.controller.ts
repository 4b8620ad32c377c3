import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TOTP_CODE } from '#kernel/totp.js';
import { clientNetwork } from '#http/client-network.js';
import { Endpoint, refusal } from '#http/endpoint.js';
import { TextField } from '#http/fields.js';
import { abortOnClose } from '#http/abort-on-close.js';
import { deviceCookie, setDeviceCookie, setSessionCookie } from '../session/session-cookie.js';
import { type SessionView, sessionView, staffSession } from '../session/session.view.js';
import { StaffEntrance } from '../session/staff.authenticator.js';
import { SignIn } from './sign-in.handler.js';
import { STAFF_IDLE_DEFAULT_S, STAFF_SESSION_DEFAULT_S } from '#config/timing.js';

/** Far above the length of any e-mail or password. */
const CREDENTIAL_MAX = 1_000;

class SignInBody {
  @TextField({
    max: CREDENTIAL_MAX,
    about: 'E-mail of the account.',
    example: 'ada@operator.example',
  })
  readonly email!: string;

  @TextField({
    max: CREDENTIAL_MAX,
    about: 'Password of the account.',
    example: 'correct-horse-battery',
  })
  readonly password!: string;

  @TextField({
    pattern: TOTP_CODE,
    code: 'code_invalid',
    detail: 'must be six digits',
    about: 'Code from the authenticator app. Each code works once.',
    example: '492039',
  })
  readonly code!: string;
}

@Controller('staff/sign-in')
export class SignInController {
  constructor(private readonly commands: CommandBus) {}

  @Endpoint({
    summary: 'Sign in',
    description: `Exchanges e-mail, password and one-time code for a session in the cookie \`__Host-staff\`. By default, a session ends after ${STAFF_IDLE_DEFAULT_S / 60} minutes without a request, and at the latest after ${STAFF_SESSION_DEFAULT_S / 3_600} hours. An account has at most ten sessions, and a further sign-in ends the oldest.`,
    credential: 'entrance',
    answers: { 200: [staffSession, 'Signed in.'] },
    refuses: [
      refusal(
        401,
        'sign_in_refused',
        'E-mail, password or code is wrong, or the code was already used.',
      ),
      refusal(
        429,
        'too_many_attempts',
        'Within 15 minutes, five failures for this account from this address, twenty-five for this account, or fifty from this address. A browser that has signed in to the account before has a separate limit of five.',
      ),
    ],
  })
  @StaffEntrance()
  @Post()
  async signIn(
    @Body() { email, password, code }: SignInBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionView> {
    const { ip, id } = request;
    const from = clientNetwork(ip);
    const known = deviceCookie(request);
    const { token, device, staff } = await abortOnClose(request, (gone) =>
      this.commands.execute(new SignIn(email, password, code, from, known, id, gone)),
    );
    setSessionCookie(reply, token);
    setDeviceCookie(reply, device);
    return sessionView(staff);
  }
}
