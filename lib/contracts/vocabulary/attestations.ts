import { ANSWERS, QUESTION_KINDS } from "@/lib/domain/question-kinds";
import { choices } from "@/lib/contracts/shared/choices";

export const questionKindSchema = choices("QuestionKind", "What an applicator is asked.", QUESTION_KINDS, {
  label_has_esa_directions:
    "whether the label in hand refers to Bulletins Live! Two or the Mitigation Menu. Asked where no one has read it.",
  product_has_epa_number: "whether the container shows an EPA registration number. Without one it holds no pesticide.",
  nozzle_on_list: "whether the nozzle is on the label's list.",
  adjuvant_on_list: "whether an adjuvant in the tank is one that the label requires.",
  adjuvant_in_mix: "whether an adjuvant in the tank is one that the label forbids.",
  sensitive_crop_downwind: "whether a sensitive crop grows on the side that the wind blows toward.",
  label_website_checked: "whether the website that the label names was checked.",
  county_forbidden_by_label:
    "whether the label forbids the field's county. Asked where a label names counties and no one has read the list.",
  bulletin_limits_product:
    "whether the bulletin of the field limits the product. Asked where an area has a code whose text is not loaded, or whose text may name an ingredient of it that is not known here.",
  figures_on_label:
    "whether the label in hand has the points, buffers and limits that its edition is believed to have. Asked where no one has read them there.",
});

export const answerSchema = choices("AttestedAnswer", "What an applicator answers.", ANSWERS, {
  yes: "as the question says.",
  no: "not as the question says.",
  unknown: "the applicator cannot tell. It changes nothing.",
});
