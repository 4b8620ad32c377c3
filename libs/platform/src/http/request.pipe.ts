import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { type ValidationError, getMetadataStorage, validate } from 'class-validator';
import type { Config } from '../config/config.js';
import { type Fault, Refused, unacceptable } from '../core/refused.js';
import type { Meaning } from './fields.js';

/** A request class may judge content that spans fields or depends on configuration. */
export interface JudgesContent {
  contentFaults(config: Config): readonly Fault[];
}

/**
 * Checks bodies and queries against their class. Shape first: all faults of shape at once as 400;
 * only then all faults of content as 422. Nothing is coerced.
 */
@Injectable()
export class RequestPipe implements PipeTransform {
  constructor(private readonly config: Config) {}

  async transform(value: unknown, { type, metatype }: ArgumentMetadata): Promise<unknown> {
    if ((type !== 'body' && type !== 'query') || metatype === undefined) return value;
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw malformed([{ pointer: '', code: 'type_invalid', detail: 'must be a JSON object' }]);
    const request = plainToInstance(metatype as new () => object, value);
    const errors = await validate(request, {
      whitelist: true,
      forbidNonWhitelisted: true,
      forbidUnknownValues: true,
    });
    const faults = errors.flatMap((error) => faultOf(error, metatype));
    const ofShape = faults.filter(({ shape }) => shape).map(({ fault }) => fault);
    if (ofShape.length > 0) throw malformed(ofShape);
    const ofContent = faults.map(({ fault }) => fault).concat(this.judge(request, faults));
    if (ofContent.length > 0) throw unacceptable(...ofContent);
    return request;
  }

  /** Faults the class itself finds, for fields that no decorator has found fault with. */
  private judge(request: object, known: readonly { fault: Fault }[]): readonly Fault[] {
    if (!('contentFaults' in request)) return [];
    const pointers = new Set(known.map(({ fault }) => fault.pointer));
    const found = (request as JudgesContent).contentFaults(this.config);
    return found.filter(({ pointer }) => !pointers.has(pointer));
  }
}

export const malformed = (faults: readonly Fault[]): Refused =>
  new Refused(
    'malformed',
    'validation_failed',
    'The request does not have the right shape',
    faults,
  );

const faultOf = (
  { property, value, constraints = {}, contexts = {} }: ValidationError,
  metatype: unknown,
): { shape: boolean; fault: Fault }[] => {
  const pointer = `/${property.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  if ('whitelistValidation' in constraints) {
    const detail = 'is not a field of this request';
    return [{ shape: true, fault: { pointer, code: 'field_unknown', detail } }];
  }
  if (value === undefined)
    return [{ shape: true, fault: { pointer, code: 'field_missing', detail: 'is required' } }];
  const failed = inOrder(metatype, property).filter((name) => name in constraints);
  const name = failed.find((each) => meaning(contexts[each]).shape) ?? failed[0];
  if (name === undefined) return [];
  const { code, shape } = meaning(contexts[name]);
  return [{ shape, fault: { pointer, code, detail: constraints[name] ?? 'is not valid' } }];
};

const meaning = (context: unknown): Meaning =>
  (context as Meaning | undefined) ?? { code: 'type_invalid', shape: true };

/** Names of a field's constraints as they are declared, so that the first failure is reported. */
const inOrder = (metatype: unknown, property: string): string[] =>
  getMetadataStorage()
    .getTargetValidationMetadatas(metatype as new () => object, '', false, false)
    .filter((each) => each.propertyName === property)
    .map((each) => each.name ?? each.type);
