/**
 * What the document says of a schema in place of what its validator would: `undefined` takes a member away. A function,
 * because the generator's type of a plain object knows no such members.
 */
export const describedAs =
  (members: object) =>
  ({ jsonSchema }: { jsonSchema: object }): void =>
    void Object.assign(jsonSchema, members);
