import type { Call } from '@homecare/domain/call.ts';
import { z } from 'zod';
import type { Binding } from './bind.ts';
import type { LinkKind } from './links.ts';

/** Every binding of the product, by the way it is reached. */
export interface Registry {
  readonly all: readonly Binding[];
  readonly commands: ReadonlyMap<string, Binding>;
  /** Path → its bindings; more than one only where `requestInfo` tells them apart (info.php). */
  readonly paths: ReadonlyMap<string, readonly Binding[]>;
  /** What links by token are for. */
  readonly links: readonly LinkKind[];
}

/** Builds the registry; a declared call that is not bound, or one bound twice or undeclared, stops the start. */
export const register = (
  declared: readonly Call[],
  bindings: readonly Binding[],
  links: readonly LinkKind[] = [],
): Registry => {
  const commands = new Map<string, Binding>();
  const paths = new Map<string, Binding[]>();
  for (const binding of bindings) {
    const { transport, name } = binding.call;
    if (!declared.includes(binding.call)) throw new Error(`Call ${name} is bound but not declared.`);
    if (transport.via === 'command') {
      if (commands.has(transport.cmd)) throw new Error(`Command ${transport.cmd} is bound twice.`);
      commands.set(transport.cmd, binding);
    } else {
      for (const path of transport.paths) {
        const others = paths.get(path) ?? [];
        if (others.length > 0 && requestInfoOf(binding) === undefined)
          throw new Error(`Path ${path} is bound twice.`);
        paths.set(path, [...others, binding]);
      }
    }
  }
  const missing = declared.filter((call) => !bindings.some((binding) => binding.call === call));
  if (missing.length > 0)
    throw new Error(`Declared but not bound: ${missing.map((call) => call.name).join(', ')}.`);
  return { all: bindings, commands, paths, links };
};

/** The literal that tells the calls of info.php apart. */
export const requestInfoOf = (binding: Binding): string | undefined => {
  const { input } = binding.call;
  if (!(input instanceof z.ZodObject)) return undefined;
  const literal: unknown = input.shape.requestInfo;
  if (!(literal instanceof z.ZodLiteral)) return undefined;
  return typeof literal.value === 'string' ? literal.value : undefined;
};
