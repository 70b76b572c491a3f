import { Notice } from "@/components/ui/notice";

/** `text`: why no buffer is asked for; null: there is no application that could ask for one. */
export const NothingAsked = ({ text, year }: { text: string | null; year: number }) => (
  <Notice title={text === null ? `No application in ${year} yet` : "No drift buffer is asked for"}>
    <p>
      {text ??
        "A drift buffer belongs to an application: its products, its sprayer and its day. Once your farm software has sent one, its buffers are worked out here."}
    </p>
  </Notice>
);
