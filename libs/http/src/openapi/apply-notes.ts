import { ApiBody, ApiExcludeEndpoint, ApiOperation, ApiProperty } from '@nestjs/swagger';
import { type ContractNote, takeNotes } from '../contract-notes.js';

/** Passes the notes of the field and route decorators to Swagger's scanner. */
export const applyNotes = (): void => {
  for (const each of takeNotes()) {
    if (each.kind === 'field') ApiProperty(each.options)(each.target, each.property);
    else applyToRoute(each);
  }
};

type RouteNote = Exclude<ContractNote, { kind: 'field' }>;

const applyToRoute = (each: RouteNote): void => {
  const { target, property } = each;
  const descriptor = Object.getOwnPropertyDescriptor(target, property) ?? {};
  decoratorOf(each)(target, property, descriptor);
};

const decoratorOf = (each: RouteNote): MethodDecorator => {
  switch (each.kind) {
    case 'operation':
      return ApiOperation(each.options);
    case 'body':
      return ApiBody({ type: each.type });
    case 'hidden':
      return ApiExcludeEndpoint();
  }
};
