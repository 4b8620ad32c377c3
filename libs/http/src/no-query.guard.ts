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
  private readonly declared = new WeakMap<object, boolean>();

  canActivate(context: ExecutionContext): boolean {
    const { query } = context.switchToHttp().getRequest<FastifyRequest>();
    const names = Object.keys(query as object);
    if (names.length === 0 || this.takesQuery(context)) return true;
    throw malformed(names.map((name) => unknownParameter([name])));
  }

  private takesQuery(context: ExecutionContext): boolean {
    const handler = context.getHandler();
    const known = this.declared.get(handler);
    if (known !== undefined) return known;
    const args: unknown = Reflect.getMetadata(
      ROUTE_ARGS_METADATA,
      context.getClass(),
      handler.name,
    );
    const takes = Object.keys(args ?? {}).some((key) =>
      key.startsWith(`${RouteParamtypes.QUERY}:`),
    );
    this.declared.set(handler, takes);
    return takes;
  }
}
