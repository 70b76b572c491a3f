import { z } from "zod";

/** A parameter of a route folder as the interface writes it: `applicationEventId` is `application_event_id` on the wire. */
export const wireName = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A contract's path with its parameters' names on the wire. */
export const wirePath = (path: string): string =>
  path.replaceAll(/\{([^}]+)\}/g, (_whole, name: string) => `{${wireName(name)}}`);

/** The parameters of a path by their names on the wire. */
export const wireParams = (params: z.ZodType): z.ZodObject =>
  z.object(
    params instanceof z.ZodObject
      ? Object.fromEntries(Object.entries(params.shape).map(([name, schema]) => [wireName(name), schema]))
      : {},
  );
