import { applyDecorators } from '@nestjs/common';
import { Endpoint, type EndpointDescription } from '#http/endpoint.js';
import { ROLES, type Role } from '../account/staff-account.events.js';
import { StaffOnly } from './staff.authenticator.js';

/** Declares a route for staff. The document and the guard use the same role. */
export const StaffEndpoint = (
  whose: 'session' | Role,
  description: Omit<EndpointDescription, 'credential'>,
): MethodDecorator =>
  applyDecorators(
    Endpoint({ ...description, credential: whose }),
    StaffOnly(...(whose === 'session' ? ROLES : [whose])),
  );
