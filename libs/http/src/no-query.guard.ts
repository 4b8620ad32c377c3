import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';
import type { FastifyRequest } from 'fastify';
import { malformed } from '#kernel/refused.js';
import { unknownParameter } from './request-shape.js';

/**
 * Rejects query parameters of endpoints that declare none. Other endpoints validate their query
 * class.
 */
export class NoQueryGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { query } = context.switchToHttp().getRequest<FastifyRequest>();
    const names = Object.keys(query as object);
    if (names.length === 0 || takesQuery(context)) return true;
    throw malformed(names.map((name) => unknownParameter([name])));
  }
}

const takesQuery = (context: ExecutionContext): boolean => {
  const { name } = context.getHandler();
  const args: unknown = Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), name);
  return Object.keys(args ?? {}).some((key) => key.startsWith(`${RouteParamtypes.QUERY}:`));
};
