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

/** Far above any e-mail or password; what is longer is nobody's. */
const CREDENTIAL_MAX = 1_000;

class SignInBody {
  @TextField({ max: CREDENTIAL_MAX, about: 'Of the account.', example: 'ada@operator.example' })
  readonly email!: string;

  @TextField({ max: CREDENTIAL_MAX, about: 'Of the account.', example: 'correct-horse-battery' })
  readonly password!: string;

  @TextField({
    pattern: TOTP_CODE,
    code: 'code_invalid',
    detail: 'must be six digits',
    about: 'What the authenticator app shows. Each code is good once.',
    example: '492039',
  })
  readonly code!: string;
}

@Controller('staff/sign-in')
export class SignInController {
  constructor(private readonly commands: CommandBus) {}

  @Endpoint({
    summary: 'Sign in',
    description: `Exchanges e-mail, password and one-time code for a session, which the cookie \`__Host-staff\` holds. It ends after ${STAFF_IDLE_DEFAULT_S / 60} minutes without a request and after ${STAFF_SESSION_DEFAULT_S / 3_600} hours in any case, unless the service is set otherwise, and with the eleventh session that begins after it.`,
    credential: 'entrance',
    answers: { 200: [staffSession, 'Signed in.'] },
    refuses: [
      refusal(
        401,
        'sign_in_refused',
        'E-mail, password or code is not right, or the code was used.',
      ),
      refusal(
        429,
        'too_many_attempts',
        'In 15 minutes five failures for this account from this address, twenty-five for this account, or fifty from this address. A browser that has signed in to the account before counts by itself, up to five.',
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
