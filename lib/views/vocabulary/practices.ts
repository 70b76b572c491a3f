import { DEPARTURES } from "@/lib/domain/record-meaning";
/** Spanish of drift practices, exemption reasons and items of the record, by their words in the rulebook's tables. */
export const PRACTICES_IN_SPANISH: Readonly<Record<string, string>> = {
  "Coarse or coarser droplets": "Gotas gruesas o más gruesas",
  "Drift reducing adjuvant with medium droplets": "Adyuvante reductor de deriva con gotas medianas",
  "Relative humidity above 60 %": "Humedad relativa mayor del 60 %",
  "Single rate below the label's highest": "Dosis por aplicación menor que la más alta de la etiqueta",
  "Over-the-top hooded sprayer": "Aspersora con campana sobre el cultivo",
  "Row-middle hooded sprayer": "Aspersora con campana entre surcos",
  "Drop nozzles, below the canopy": "Boquillas colgantes, por debajo del follaje",
  "Boom cut to half of the wingspan or rotor": "Aguilón reducido a la mitad de la envergadura o del rotor",
  "Windbreak or hedgerow, basic": "Cortina rompevientos o seto vivo, nivel básico",
  "Windbreak, advanced, artificial screen, or riparian forest or woodlot of 60 ft or more":
    "Cortina rompevientos, nivel avanzado, pantalla artificial, o bosque ribereño o arbolado de 60 pies o más",
  "One pass along the downwind edge": "Una pasada a lo largo del borde a favor del viento",
  "Two to four passes": "De dos a cuatro pasadas",
  "Five to ten passes": "De cinco a diez pasadas",
  "Only managed areas downslope": "Solo áreas manejadas pendiente abajo",
  "Does all ground within 1,000 ft down-gradient of the treated area consist of managed areas?":
    "¿Consiste solo en áreas manejadas todo el terreno a menos de 1,000 pies pendiente abajo del área tratada?",
  "Perimeter berm": "Bordo perimetral",
  "Does a permanent berm or raised border enclose the field, at application and through the season?":
    "¿Rodea al campo un bordo permanente, al momento de aplicar y durante toda la temporada?",
  "Tailwater return system": "Sistema de retorno del agua de cola",
  "Does an irrigation tailwater return system collect the water that leaves the field?":
    "¿Un sistema de retorno del agua de cola (el agua sobrante del riego) recoge el agua que sale del campo?",
  "Drainage with a controlled outlet": "Drenaje con salida controlada",
  "Does the field drain through subsurface or tile drains with water-control structures and a controlled outlet?":
    "¿El campo drena por drenes subterráneos o de tubo con estructuras de control de agua y una salida controlada?",
  "Permanent basin": "Cuenca permanente",
  "Is the runoff of the field held in a system with permanent basins?":
    "¿La escorrentía del campo se retiene en un sistema con cuencas permanentes?",
  "Soil injection": "Inyección al suelo",
  "Is the product injected into the soil?": "¿El producto se inyecta en el suelo?",
  "Tree injection": "Inyección en árboles",
  "Is the product injected into trees?": "¿El producto se inyecta en árboles?",
  "Chemigation below the surface": "Quimigación bajo la superficie",
  "Is the product applied with irrigation water below the surface, or under impermeable plastic mulch?":
    "¿El producto se aplica con el agua de riego bajo la superficie, o bajo acolchado plástico impermeable?",
  "Spot treatment": "Tratamiento localizado",
  "Is this a spot treatment of less than 1,000 square feet?":
    "¿Es un tratamiento localizado de menos de 1,000 pies cuadrados?",
  "Small area": "Área pequeña",
  "Is the treated area smaller than a tenth of an acre?": "¿El área tratada es menor que una décima de acre?",
};

export const RECORD_IN_SPANISH: Readonly<Record<string, string>> = {
  [DEPARTURES.day]: "Verificada para otro día. No se revisó qué la limita el día en que se hizo.",
  [DEPARTURES.clock]: "Una hora que aún no llegaba cuando se guardó: el reloj del dispositivo puede estar adelantado.",
  [DEPARTURES.order]: "El fin está antes del inicio.",
  [DEPARTURES.windSide]: "La zona de amortiguamiento está en lados del campo distintos de los que pide este viento.",
  [DEPARTURES.windSpeed]: "Con este viento la zona de amortiguamiento es más ancha que la calculada, o no se conoce.",
  [DEPARTURES.computedLate]: "La zona de amortiguamiento se calculó después de terminar la aplicación.",
  [DEPARTURES.treatable]: "Se trató más terreno del que dejaba la zona de amortiguamiento.",
  [DEPARTURES.field]: "Se trató más terreno del que tiene el campo.",
  [DEPARTURES.nozzle]: "Verificada para otra boquilla. No se revisó si una etiqueta permite esta.",
  [DEPARTURES.boom]: "El aguilón iba más alto que el aguilón bajo que se verificó: hay más deriva.",
  "Federal record of restricted use pesticides": "Registro federal de pesticidas de uso restringido",
  "Record of the Stryax label": "Registro que pide la etiqueta de Stryax",
  "Illinois, by the Stryax label": "Illinois, según la etiqueta de Stryax",
  "Brand or product name": "Marca o nombre del producto",
  "EPA registration number": "Número de registro de la EPA",
  "Total amount of product applied": "Cantidad total de producto aplicada",
  "Total amount of the product applied": "Cantidad total del producto aplicada",
  "Location of the application": "Lugar de la aplicación",
  "Size of the area treated": "Tamaño del área tratada",
  "Crop, commodity or site treated": "Cultivo, producto agrícola o sitio tratado",
  "Month, day and year": "Mes, día y año",
  "Name of the certified applicator": "Nombre del aplicador certificado",
  "Certification number, if applicable": "Número de certificación, si corresponde",
  "Full name of the certified applicator": "Nombre completo del aplicador certificado",
  "Certification number": "Número de certificación",
  "Product name": "Nombre del producto",
  "Start and finish times": "Hora de inicio y de fin",
  "Location; with a high of 85 to under 95 °F forecast for the day or the next, also what share of the grower's dicamba-tolerant acres in the county was treated, and how many there are":
    "Lugar; con una máxima pronosticada de 85 a menos de 95 °F para el día o el siguiente, también qué parte de los acres tolerantes a dicamba del productor en el condado se trató, y cuántos son",
  "Crop or site": "Cultivo o sitio",
  "Proof of training in dicamba": "Comprobante de capacitación en dicamba",
  "Before or after the crop came up": "Antes o después de que naciera el cultivo",
  "Receipts for the product, the VRA and the DRA": "Recibos del producto, del VRA y del DRA",
  "A copy of the labeling, with state labeling and bulletins":
    "Una copia de las etiquetas, con las estatales y los boletines",
  "Which registry of sensitive crops was checked and when, and when the fields around were looked at":
    "Qué registro de cultivos sensibles se consultó y cuándo, y cuándo se revisaron los campos vecinos",
  "The downwind buffer, the areas counted in it, and the practices that reduce it":
    "La zona de amortiguamiento a favor del viento, las áreas que se cuentan en ella y las prácticas que la reducen",
  "When and how the sprayer was cleaned out": "Cuándo y cómo se limpió la aspersora",
  "All products in the tank, with the EPA numbers of pesticides":
    "Todos los productos en el tanque, con los números de la EPA de los pesticidas",
  "The volatility reducing agent and its rate": "El agente reductor de volatilidad y su dosis",
  "The drift reducing agent and its rate": "El agente reductor de deriva y su dosis",
  "Nozzle, and the pressure it was set to": "Boquilla y la presión a la que se ajustó",
  "Air temperature at boom height at the start and at every refill, and the National Weather Service's forecast highs of the day and the next":
    "Temperatura del aire a la altura del aguilón al inicio y en cada recarga, y las máximas que pronosticó el Servicio Nacional de Meteorología para el día y el siguiente",
  "Wind speed and direction at boom height or above, at the start and at every refill":
    "Velocidad y dirección del viento a la altura del aguilón o más arriba, al inicio y en cada recarga",
  "How the runoff points were achieved": "Cómo se alcanzaron los puntos de escorrentía",
  "The product's website, checked within 7 days before":
    "El sitio web del producto, revisado dentro de los 7 días anteriores",
  "Boom at most 24 inches above the target or canopy.":
    "Aguilón a 24 pulgadas como máximo sobre el objetivo o el follaje.",
  "Ground speed at most 15 mph.": "Velocidad de avance de 15 mph como máximo.",
  "FieldWatch registry consulted before application": "Registro FieldWatch consultado antes de la aplicación",
};
