/** A dataset of the ADAPT Standard 2.0.2, valid by its schema: one work order with an herbicide and an adjuvant in water. */
export function adaptDataset(geometry: string) {
  const named = (referenceId: string, name: string, idText?: string) => ({
    id: { referenceId, ...(idText === undefined ? {} : { uniqueIds: [{ idText, idTypeCode: "STRING" }] }) },
    name,
  });
  const product = (referenceId: string, name: string, productTypeCode: string, registration?: string) => ({
    ...named(referenceId, name),
    productTypeCode,
    productFormCode: "LIQUID",
    ...(registration === undefined
      ? {}
      : { contextItems: [{ definitionCode: "US-EPA-RegistrationNumber", valueText: registration }] }),
  });
  const rate = (productId: string, definitionCode = "AppliedVolumePerAreaTarget") => ({
    ...named(`rate-${productId}`, `Rate of ${productId}`),
    definitionCode,
    productId,
  });
  const value = (productId: string, valueText: string) => ({ variableId: `rate-${productId}`, valueText });
  const operation = {
    ...named("op-1", "Spray", "urn:farm:op-1"),
    operationTypeCode: "APPLICATION_CROP_PROTECTION",
    productIds: ["p-1", "p-2", "p-3"],
    variables: [rate("p-1", "AppliedMassPerAreaTarget"), rate("p-2"), rate("p-3")],
    summaryValues: [value("p-1", "1.12"), value("p-2", "0.3"), value("p-3", "140")],
    timeScopes: [{ dateContextCode: "PROPOSED", start: "2026-06-15T14:00:00Z" }],
  };
  const workOrder = {
    ...named("wo-1", "Post emergence", "urn:farm:wo-1"),
    fieldId: "f-1",
    cropZoneId: "cz-1",
    operations: [operation, { ...named("op-2", "Harvest"), operationTypeCode: "HARVEST" }],
  };
  return {
    rootSchemaVersion: "2.0.2",
    catalog: {
      crops: [named("c-1", "soybeans")],
      cropZones: [{ ...named("cz-1", "North 40 soybeans"), fieldId: "f-1", cropId: "c-1", seasonIds: ["s-1"] }],
      seasons: [named("s-1", "2026")],
      fields: [{ ...named("f-1", "North 40", "urn:farm:north-40"), activeBoundaryId: "b-2" }],
      fieldBoundaries: [
        { ...named("b-1", "Of 2019"), fieldId: "f-1", boundary: { geometry: "POLYGON ((0 0, 1 0, 1 1, 0 0))" } },
        { ...named("b-2", "Of today"), fieldId: "f-1", boundary: { geometry } },
      ],
      products: [
        product("p-1", "DEMO Tiered", "HERBICIDE", "99002-1"),
        product("p-2", "Drift reducing adjuvant", "SPRAY_ADJUVANT"),
        product("p-3", "Water", "WATER"),
      ],
    },
    documents: { workOrders: [workOrder] },
  };
}
