import { applyDecorators } from '@nestjs/common';
import { Endpoint, type EndpointDescription } from '#platform/http/endpoint.js';
import { ROLES, type Role } from '../account/staff-account.events.js';
import { StaffOnly } from './staff.gate.js';

/** A route for staff, told and guarded by the same word, so that the document is right about it. */
export const StaffEndpoint = (
  whose: 'session' | Role,
  description: Omit<EndpointDescription, 'credential'>,
): MethodDecorator =>
  applyDecorators(
    Endpoint({ ...description, credential: whose }),
    StaffOnly(...(whose === 'session' ? ROLES : [whose])),
  );
