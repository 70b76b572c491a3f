import { Card } from "@/components/ui/card";
import styles from "./machine-page.module.css";

/** What is known for sure of each make. Menus and folders change with its software, so its manual has the last word. */
const TERMINALS: readonly { make: string; how: string }[] = [
  {
    make: "ISOBUS terminals of any make",
    how: "Take the ISOBUS task. Unpack the zip, so that the folder TASKDATA lies on the USB drive itself and not inside another folder. The terminal needs its task controller with section or rate control by position switched on.",
  },
  {
    make: "John Deere",
    how: "Upload the shapefile to Operations Center as a prescription, choose the column RATE and its unit, then send it to the display or to a USB drive. Where one shapefile at a time is wanted, unpack the zip and zip the five files named rates.",
  },
  {
    make: "Case IH AFS",
    how: "The displays take prescriptions as shapefiles; newer ones take ISOBUS tasks too. The display's manual says which, and in which folder of the drive.",
  },
  {
    make: "Trimble",
    how: "Unpack the shapefile zip and bring rates and boundary in as a prescription and a boundary. The display's manual names the folder of the drive.",
  },
  {
    make: "Raven",
    how: "Unpack the shapefile zip and bring it in as a prescription from the drive, or send it through Raven's own service. Choose the column RATE.",
  },
  {
    make: "Ag Leader",
    how: "Unpack the shapefile zip and import rates as a prescription, choosing the column RATE, and boundary as the field's boundary.",
  },
  {
    make: "Drones",
    how: "Give the flight software the treatable area alone as the place to spray, never the field. In the KML, pick the shape named Treatable area.",
  },
];

/** How to load the files: one short page. */
export const LoadingGuide = () => (
  <Card title="How to load it" id="load">
    <ol>
      <li>Download the file that your terminal takes. Not sure? Its manual names the formats.</li>
      <li>Copy it to an empty USB drive, or send it through the software that came with your terminal.</li>
      <li>Keep the files of one shapefile together: all five have the same name and different endings.</li>
      <li>Where the terminal asks for a rate outside the zones, or for a lost position, set it to 0.</li>
    </ol>
    <h3>By terminal</h3>
    <p>
      Menus and folders differ between models. Where this page and the terminal&rsquo;s manual differ, follow the
      manual.
    </p>
    <dl className={styles.terminals}>
      {TERMINALS.map(({ make, how }) => (
        <div key={make}>
          <dt>{make}</dt>
          <dd>{how}</dd>
        </div>
      ))}
    </dl>
    <h3>Before you drive</h3>
    <ul>
      <li>Look at the map on the terminal: the right field, the buffer on the downwind side, 0 inside it.</li>
      <li>Sections take a moment to switch off. Set the overlap so that they are off before the buffer begins.</li>
      <li>Read the wind at the boom. A file knows the wind it was made for and no other.</li>
    </ul>
  </Card>
);
