import { PROBLEMS, type ServiceError } from "@/lib/domain/errors";
import { PORTAL_REFUSALS, type PortalRefusal, type PortalRefusalReason } from "@/lib/domain/portal";
import { plainProblem } from "@/lib/http/portal/plain-problem";
import { wordsIn } from "@/lib/views/language";

/** What a refused edit answers: a status, and a sentence for the person who made it. */
const STATUS: Record<PortalRefusalReason, number> = {
  locked: 423,
  changed: 409,
  basis_changed: 409,
  not_found: 404,
  unknown_measure: 422,
  automatic_credit: 422,
  reason_needs_other_method: 422,
  area_too_large: 422,
  treated_area_needed: 422,
  treated_area_too_large: 422,
  treated_area_beyond_field: 422,
  contradicts_tillage: 422,
  contradicts_method: 422,
  contradicts_rate: 422,
  contradicts_applications: 422,
  observed_later: 422,
  read_later: 409,
  unknown_reason: 422,
  invalid_shape: 422,
  too_many: 422,
  invalid_photo: 422,
  too_many_photos: 422,
  already_undone: 409,
  is_undo: 409,
};

const words = wordsIn<Record<PortalRefusalReason, string>>({
  en: {
    locked: "Your farm software has locked this application. Ask there to have it unlocked.",
    changed: "This was changed meanwhile, by someone else or by another change of yours. What is saved now is shown.",
    basis_changed:
      "Practices, drawn areas, the check or the saved conditions were changed meanwhile. Look at the answer again, then save.",
    not_found: "This is not here any more. Load the page again.",
    unknown_measure: "The menu does not offer this measure.",
    automatic_credit: "This credit comes from the field itself and cannot be changed by hand.",
    reason_needs_other_method: "This exemption needs another application method.",
    area_too_large: "This exemption is for treated areas under a tenth of an acre, and this field is larger.",
    treated_area_needed: "This exemption needs the acres that you treat. Enter them beside it.",
    treated_area_too_large:
      "This exemption is for treated areas under a tenth of an acre, and what you entered is larger.",
    treated_area_beyond_field: "You entered more acres than the field has.",
    contradicts_tillage: "No-till and a measure with tillage cannot both be in place. Take one of them back first.",
    contradicts_method: "A broadcast application treats the whole field, so most of it is not left untreated.",
    contradicts_rate:
      "With this pass, the year already uses, or may use, more of the label's yearly maximum than this measure leaves.",
    contradicts_applications: "With this one, the year already has more applications than this measure counts.",
    observed_later: "The wind cannot have been read after it was noted. Correct the time.",
    read_later: "Conditions that were read later are on record already. Yours were not put in their place.",
    unknown_reason: "There is no such exemption.",
    invalid_shape: "This shape cannot be used. Draw it again, near the field and without crossings.",
    too_many: "There are too many drawn areas on this field. Remove one first.",
    invalid_photo: "This picture cannot be shown. Take or choose another one.",
    too_many_photos: "This record has 12 photos already. Take one out first.",
    already_undone: "This change has been taken back already.",
    is_undo: "This was an undo. To have the change back, use “Put back” beside it.",
  },
  es: {
    locked: "Su programa agrícola ha bloqueado esta aplicación. Pida allí que la desbloqueen.",
    changed: "Entretanto lo cambió otra persona, u otro cambio que hizo usted. Se muestra lo que está guardado ahora.",
    basis_changed:
      "Entretanto se cambiaron las prácticas, las áreas dibujadas, la verificación o las condiciones guardadas. Revise de nuevo la respuesta y luego guarde.",
    not_found: "Esto ya no está aquí. Cargue la página de nuevo.",
    unknown_measure: "El menú no ofrece esta medida.",
    automatic_credit: "Este crédito viene del propio campo y no se puede cambiar a mano.",
    reason_needs_other_method: "Esta exención requiere otro método de aplicación.",
    area_too_large: "Esta exención es para áreas tratadas de menos de una décima de acre, y este campo es más grande.",
    treated_area_needed: "Esta exención requiere los acres que usted trata. Escríbalos junto a ella.",
    treated_area_too_large:
      "Esta exención es para áreas tratadas de menos de una décima de acre, y lo que escribió es más grande.",
    treated_area_beyond_field: "Escribió más acres de los que tiene el campo.",
    contradicts_tillage:
      "La labranza cero y una medida con labranza no pueden estar implementadas a la vez. Primero desmarque una de las dos.",
    contradicts_method: "Una aplicación a voleo trata todo el campo; por eso, la mayor parte no queda sin tratar.",
    contradicts_rate:
      "Con esta pasada, el año ya usa, o puede usar, una parte mayor del máximo anual de la etiqueta que la que esta medida deja.",
    contradicts_applications: "Con esta, ya hay en el año más aplicaciones de las que cuenta esta medida.",
    observed_later: "El viento no se pudo medir después de que usted lo anotó. Corrija la hora.",
    read_later: "Ya hay en el registro condiciones medidas más tarde. Las suyas no se pusieron en su lugar.",
    unknown_reason: "No existe tal exención.",
    invalid_shape: "Esta forma no se puede usar. Dibújela de nuevo, cerca del campo y sin cruces.",
    too_many: "Hay demasiadas áreas dibujadas en este campo. Primero elimine una.",
    invalid_photo: "Esta imagen no se puede mostrar. Tome o elija otra.",
    too_many_photos: "Este registro ya tiene 12 fotos. Retire una primero.",
    already_undone: "Este cambio ya se deshizo.",
    is_undo: "Esto fue una acción de deshacer. Para recuperar el cambio, use “Restablecer” junto a él.",
  },
});

const json = (body: unknown, status: number, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/json", "Cache-Control": "no-store", ...headers },
  });

/** The sentence of a refusal named in an address; null for any other word. */
export const refusalInWords = (reason: string | undefined): string | null =>
  PORTAL_REFUSALS.flatMap((known) => (known === reason ? [words()[known]] : []))[0] ?? null;

/** `current`: what is saved now, where an edit met something newer. */
export function refusedEdit({ reason, current }: PortalRefusal): Response {
  const status = STATUS[reason];
  const error = { code: reason.toUpperCase(), message: words()[reason] };
  return json(current === undefined ? { error } : { error, current }, status);
}

const BY_STATUS_IN_SPANISH: Partial<Record<number, string>> = {
  401: "Esta página ha estado abierta demasiado tiempo. Abra el enlace de nuevo.",
  403: "El portal no está abierto para esto. Abra el enlace de nuevo desde su programa agrícola.",
  404: "Esto no está aquí. Cargue la página de nuevo.",
  409: "Esto ha cambiado entretanto. Cargue la página de nuevo.",
  413: "Esto es más grande de lo que se puede enviar.",
  422: "Algún dato no es válido. Corríjalo e intente de nuevo.",
  423: "Su programa agrícola ha bloqueado esta aplicación. Pida allí que la desbloqueen.",
  429: "Hay demasiadas solicitudes. Intente de nuevo en un momento.",
};

/** What the service itself says of a request is English; other languages say what it comes to. */
const problems = wordsIn<{ said: (error: ServiceError) => string; foreignPage: string }>({
  en: {
    said: ({ message }) => message,
    foreignPage: "This request does not come from a page of this service.",
  },
  es: {
    said: ({ problem }) => {
      if (problem === "noForecast") return "No hay un pronóstico para este lugar.";
      if (problem === "groundNotSurveyed") return "No hay datos de suelo de este terreno.";
      const said = BY_STATUS_IN_SPANISH[PROBLEMS[problem].status];
      return said ?? "El servicio no pudo hacerlo ahora. Intente de nuevo en un momento.";
    },
    foreignPage: "Esta solicitud no viene de una página de este servicio.",
  },
});

/** Any other refusal, for the person who reads it. */
export const inPlainWords = (error: ServiceError): string => plainProblem(error.problem) ?? problems().said(error);

/** The same in the portal's own error body. */
export function portalError(error: ServiceError, { requestId }: { requestId: string }): Response {
  const { code, status, retryable } = PROBLEMS[error.problem];
  const details = error.faults.map(({ path, message }) => ({ path, message }));
  const response = json(
    {
      error: {
        code,
        message: inPlainWords(error),
        retryable,
        request_id: requestId,
        ...(details.length === 0 ? {} : { details }),
      },
    },
    status,
  );
  response.headers.set("X-Request-ID", requestId);
  if (error.retryAfterS !== null) response.headers.set("Retry-After", String(error.retryAfterS));
  return response;
}

/** A write that no page of ours sent. */
export const foreignPage = (): Response =>
  json({ error: { code: "FOREIGN_PAGE", message: problems().foreignPage } }, 403);

export const portalJson = (body: unknown): Response => json(body, 200);
