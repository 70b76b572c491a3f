import { figureBeside } from "@/lib/domain/numbers";
import { countyInWords } from "@/lib/views/county-name";
import { statementInWords } from "@/lib/views/attestations/words";
import type { GivenBy, IssueCatalogueOf, LabelIssueCode } from "@/lib/views/issues/issue-words";

const list = (items: readonly string[] = []): string[] => (items.length === 0 ? [] : [items.join(", ")]);

/** "3 to 10 mph", "at most 10 mph" or "at least 3 mph"; nothing where neither end is known. */
function range(unit: string, least: number | undefined, most: number | undefined): string[] {
  if (least !== undefined && most !== undefined) return [`the label allows ${least} to ${most} ${unit}`];
  if (most !== undefined) return [`the label allows at most ${most} ${unit}`];
  return least === undefined ? [] : [`the label allows ${least} ${unit} or more`];
}

/** "12 mph sent", or "12 mph in the forecast" */
const given = (value: number | undefined, unit: string, limits: readonly (number | undefined)[], from: GivenBy) =>
  value === undefined
    ? []
    : [from === "forecast" ? `${figureBeside(value, limits)} ${unit} in the forecast` : `${value} ${unit} sent`];

/** What a label says of when, where and on what a product may be used. */
export const LABEL_WORDS: IssueCatalogueOf<LabelIssueCode> = {
  WIND_OUTSIDE_LABEL_RANGE: {
    message: "The wind is outside the speeds that the label allows.",
    details: ({ windSpeedMph, minMph, maxMph, towardSensitiveCrop }, from) => [
      ...given(windSpeedMph, "mph", [minMph, maxMph], from),
      ...range("mph", minMph, maxMph),
      ...list(towardSensitiveCrop === true ? ["it blows toward a sensitive crop, says the applicator"] : []),
    ],
    headline: "the wind is outside what the label allows",
    remedy: "Wait for wind that the label allows.",
  },
  TEMPERATURE_OUTSIDE_LABEL_RANGE: {
    message: "The air temperature is outside what the label allows.",
    details: ({ temperatureF, minF, maxF, belowF }, from) => [
      ...given(temperatureF, "°F", [minF, maxF, belowF], from),
      ...range("°F", minF, maxF),
      ...list(belowF === undefined ? [] : [`below ${belowF} °F`]),
    ],
    headline: "the air temperature is outside what the label allows",
    remedy: "Wait for a temperature that the label allows.",
  },
  CROP_NOT_ON_LABEL: {
    message: "The label does not list a crop of this application.",
    details: ({ crops, labelCrops }) => [...list(crops), ...labelList(labelCrops)],
    headline: "a crop is not on the label",
    remedy: "Use a product whose label lists the crop.",
  },
  STATE_NOT_ON_LABEL: {
    message: "The label does not allow use in this state or county.",
    details: ({ places = [] }) => list(places.map((place) => countyInWords(place, "en"))),
    headline: "a label does not allow use in this state or county",
    remedy: "Use a product whose label allows use there.",
  },
  DATE_OUTSIDE_LABEL_WINDOW: {
    message: "The application date is outside the dates that the label allows.",
    hourMessage: "This hour is outside the days or the part of the day that the label allows.",
    details: ({ applicationDate, firstDay, lastDay, plannedStartAt, cropStage, lastStage }, from) => [
      // An hour of a forecast has its own time beside this text.
      ...list(plannedStartAt === undefined || from === "forecast" ? [] : [`start planned at ${plannedStartAt}`]),
      ...list(cropStage === undefined ? [] : [`growth stage ${cropStage} sent`]),
      ...list(lastStage === undefined ? [] : [`last stage ${lastStage}`]),
      ...list(applicationDate === undefined ? [] : [from === "forecast" ? applicationDate : `${applicationDate} sent`]),
      ...list(firstDay === undefined ? [] : [`first day ${firstDay}`]),
      ...list(lastDay === undefined ? [] : [`last day ${lastDay}`]),
    ],
    headline: "the application date is outside the label's dates",
    remedy: "Apply on a day that the label allows.",
  },
  REGISTRATION_NOT_ACTIVE: {
    message: "A product's registration is not active on the application date.",
    details: ({ registration, endedOn }) => [
      ...list(registration === undefined ? [] : [registration]),
      ...list(endedOn === undefined ? [] : [`ended ${endedOn}`]),
    ],
    headline: "a product's registration is not active",
    remedy: "Use a product with an active registration.",
  },
  PROHIBITED_IN_AREA: {
    message: "A limitation prohibits this product in part of the field.",
    details: ({ areas }) => list(areas),
    headline: "a limitation prohibits a product here",
    remedy: "Leave out the product, or leave the area untreated.",
  },
  CROP_UNRECOGNIZED: {
    message: "We don't recognize a crop of this application.",
    details: ({ crops, labelCrops }) => [
      ...(crops?.length === 0 ? ["no crop was sent"] : list(crops)),
      ...labelList(labelCrops),
    ],
    headline: "a crop is not recognized",
    remedy: "Send the crop by a name that the crop table lists.",
    portalRemedy: (provider) => `Correct the crop in ${provider}.`,
  },
  DISPUTED_FIGURE: {
    message: "Our sources disagree about a figure that decides this answer.",
    details: ({ figures = [], conditions }) => [
      ...list(conditions),
      ...figures.map(
        ({ label, low, high, settledBy }) => `${label}: ${low} or ${high} points; ${settledBy} would settle it`,
      ),
    ],
    headline: "the sources disagree about a figure",
    remedy:
      "Keep to the stricter figure, or look it up in the document named. Where points are short, add a measure that closes the gap by the lower figure.",
  },
  LABEL_CONDITIONS_NOT_CHECKED: {
    message: "The label has conditions that were not checked.",
    details: ({ count, unread = 0, withSaved = 0, unknownSaved = 0, possiblePlaces = [] }) => [
      ...(count === undefined ? [] : [`${count} ${count === 1 ? "condition" : "conditions"}`]),
      ...(unread === 0 ? [] : [`${unread} that no one has read yet`]),
      ...(withSaved === 0 ? [] : [`${withSaved} not kept if earlier saved applications were made`]),
      ...(unknownSaved === 0 ? [] : [`${unknownSaved} left open by an unknown amount in earlier saved applications`]),
      ...(possiblePlaces.length === 0
        ? []
        : [`the county lines don't tell whether part of the field is in ${possiblePlaces.join(" or ")}`]),
    ],
    headline: "label conditions were not checked",
    remedy: "Read each condition that was not checked, and follow it.",
  },
  ATTESTED: {
    message: "Part of this answer rests on the applicator's own word.",
    details: ({ attested = [] }) =>
      attested.map(
        ({ kind, subject, answer, by, besides }) =>
          `${subject}: ${statementInWords({ kind, answer, besides }, "en")}, says ${by}`,
      ),
    headline: "part of the answer rests on the applicator's own word",
    remedy: "Keep what the applicator looked at with the record of the application.",
  },
  NEWER_LABEL_EXISTS: {
    message: "The label that you named was used, and a newer one exists.",
    details: ({ labelDate }) => list(labelDate === undefined ? [] : [labelDate]),
    headline: "a newer label of a product exists than the one that was named",
    remedy: "Follow the label on the container. Name no label date when you use the newer one.",
  },
};

const labelList = (crops: readonly string[] | undefined): string[] =>
  crops === undefined ? [] : [`the label lists ${crops.join(", ")}`];
