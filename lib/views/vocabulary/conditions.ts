/**
 * Spanish of the conditions of labels, by their words in the label files and in the demonstration. They are our own words for what a label
 * says; the label's own, where someone copied them, stand beside them in those files as `quote`, and stay English. First: place, crop, day, and amounts.
 */
const OF_USE: Readonly<Record<string, string>> = {
  "The first label was accepted on 6 February 2026; no application before.":
    "La primera etiqueta se aceptó el 6 de febrero de 2026; ninguna aplicación antes.",
  "The label in force was accepted on 11 January 2022; earlier labels have not been entered.":
    "La etiqueta vigente se aceptó el 11 de enero de 2022; las etiquetas anteriores no se han ingresado.",
  "Registered on 18 October 2024; no application before.":
    "Registrado el 18 de octubre de 2024; ninguna aplicación antes.",
  "Soybean and cotton only.": "Solo soya y algodón.",
  "Corn, cotton and soybean only.": "Solo maíz, algodón y soya.",
  "Corn, sweet corn, soybean, cotton and canola only.": "Solo maíz, maíz dulce, soya, algodón y canola.",
  "Only on varieties of soybean and cotton that tolerate dicamba.":
    "Solo en variedades de soya y algodón que toleran dicamba.",
  "Over the top only of varieties that tolerate 2,4-D.": "Sobre el cultivo, solo en variedades que toleran 2,4-D.",
  "Over the top only of varieties that tolerate glufosinate.":
    "Sobre el cultivo, solo en variedades que toleran glufosinato.",
  "Only in states that have registered the product.": "Solo en estados que han registrado el producto.",
  "Only in the 34 states of the label.": "Solo en los 34 estados de la etiqueta.",
  "Not in Bastrop, Bell, Burleson, Cameron, Colorado, Hidalgo, Hill, McLennan, Milam, Nueces, Refugio, Robertson, San Patricio, Victoria, Willacy, Williamson counties, Texas.":
    "No en los condados de Bastrop, Bell, Burleson, Cameron, Colorado, Hidalgo, Hill, McLennan, Milam, Nueces, Refugio, Robertson, San Patricio, Victoria, Willacy y Williamson, Texas.",
  "Not in Bell, Cameron, Hidalgo, Hill, McLennan, Nueces, San Patricio, Willacy, Williamson counties, Texas.":
    "No en los condados de Bell, Cameron, Hidalgo, Hill, McLennan, Nueces, San Patricio, Willacy y Williamson, Texas.",
  "Not in Jackson and Santa Rosa counties, Florida.": "No en los condados de Jackson y Santa Rosa, Florida.",
  "Not in counties that the label names; its present list has not been read.":
    "No en los condados que nombra la etiqueta; su lista actual no se ha leído.",
  "Soybean: up to growth stage R1.": "Soya: hasta la etapa de crecimiento R1.",
  "Soybean: up to growth stage V4.": "Soya: hasta la etapa de crecimiento V4.",
  "Soybean: up to growth stage V8.": "Soya: hasta la etapa de crecimiento V8.",
  "Cotton: up to the growth stage that the label names; it has not been read.":
    "Algodón: hasta la etapa de crecimiento que nombra la etiqueta; no se ha leído.",
  "Corn and cotton: up to the growth stage that the label names; it has not been read.":
    "Maíz y algodón: hasta la etapa de crecimiento que nombra la etiqueta; no se ha leído.",
  "Soybean: not in bloom (from R1); sources differ on whether it is forbidden or to be kept to a minimum.":
    "Soya: no en floración (desde R1); las fuentes no coinciden en si está prohibido o si debe reducirse al mínimo.",
  "Cotton: not in bloom; sources differ on whether it is forbidden or to be kept to a minimum.":
    "Algodón: no en floración; las fuentes no coinciden en si está prohibido o si debe reducirse al mínimo.",
  "Not within 50 days of harvest; check the days for this crop.":
    "No en los 50 días antes de la cosecha; verifique los días para este cultivo.",
  "Soybean: not within 70 days of harvest.": "Soya: no en los 70 días antes de la cosecha.",
  "Other crops than soybean: growth stage and days before harvest as the label says; no one here has read them.":
    "Otros cultivos que no son soya: etapa de crecimiento y días antes de la cosecha como dice la etiqueta; aquí nadie los ha leído.",
  "Illinois: not on soybean after 20 June.": "Illinois: no en soya después del 20 de junio.",
  "Illinois: not on soybean with more than 85 °F at the field.": "Illinois: no en soya con más de 85 °F en el campo.",
  "Illinois: not on soybean when the day's forecast high is above 85 °F.":
    "Illinois: no en soya cuando la máxima pronosticada del día es mayor de 85 °F.",
  "Illinois: consult the FieldWatch registry before applying on soybean, and not with wind toward an adjacent nature preserve or homes.":
    "Illinois: consulte el registro FieldWatch antes de aplicar en soya, y no con viento hacia una reserva natural o casas vecinas.",
  "Illinois: what the state's label adds on soybean has not been read for this product.":
    "Illinois: no se ha leído para este producto lo que agrega la etiqueta del estado sobre la soya.",
  "At most 12.8 fl oz per acre in one application.": "Hasta 12.8 fl oz por acre en una aplicación.",
  "At most 22 fl oz (0.5 lb acid equivalent of dicamba) per acre in one application.":
    "Hasta 22 fl oz (0.5 lb de equivalente ácido de dicamba) por acre en una aplicación.",
  "At most 32 fl oz per acre in one application.": "Hasta 32 fl oz por acre en una aplicación.",
  "At most 34 fl oz per acre in one application.": "Hasta 34 fl oz por acre en una aplicación.",
  "At most 2 lb per acre in one application.": "Hasta 2 lb por acre en una aplicación.",
  "DEMO: at most 4 lb per acre in a season.": "DEMO: hasta 4 lb por acre en una temporada.",
  "At most 0.5 lb acid equivalent of dicamba per acre in one application from all products together.":
    "Hasta 0.5 lb de equivalente ácido de dicamba por acre en una aplicación, de todos los productos juntos.",
  "At most 44 fl oz per acre in a year.": "Hasta 44 fl oz por acre en un año.",
  "At most 96 fl oz per acre in a season.": "Hasta 96 fl oz por acre en una temporada.",
  "At most 69 fl oz per acre in a season.": "Hasta 69 fl oz por acre en una temporada.",
  "At most 1 lb acid equivalent of dicamba per acre in a year from all products together.":
    "Hasta 1 lb de equivalente ácido de dicamba por acre en un año, de todos los productos juntos.",
  "At most two applications a year.": "Hasta dos aplicaciones al año.",
  "At most two applications in a season.": "Hasta dos aplicaciones en una temporada.",
  "At most two of the year's applications after the crop has come up.":
    "Hasta dos de las aplicaciones del año después de que haya nacido el cultivo.",
  "At least 12 days between applications.": "Al menos 12 días entre aplicaciones.",
  "The label's highest rate, its yearly maximum, and its number of applications have not been read.":
    "No se han leído la dosis más alta de la etiqueta, su máximo por año ni su número de aplicaciones.",
  "Family rule: at most 0.5 lb acid equivalent of dicamba per application and 1 lb per year, two applications.":
    "Regla de la familia: hasta 0.5 lb de equivalente ácido de dicamba por aplicación y 1 lb por año, dos aplicaciones.",
  "Some PULAs ask for six points; the bulletin says where.": "Algunas PULA piden seis puntos; el boletín dice dónde.",
  "Get the bulletin for the month of application from Bulletins Live! Two within six months before it, and follow it.":
    "Obtenga de Bulletins Live! Two el boletín del mes de la aplicación en los seis meses antes de ella, y sígalo.",
  "Get the bulletin for the place and month before applying; one source says within three months, the general rule is six.":
    "Obtenga el boletín del lugar y del mes antes de aplicar; una fuente dice que en los tres meses antes, la regla general es seis.",
  "Check the product's website for further labeling at most seven days before applying.":
    "Revise el sitio web del producto por si hay más instrucciones, como máximo siete días antes de aplicar.",
  "Restricted use: certified applicators with this year's dicamba training only.":
    "Uso restringido: solo aplicadores certificados con la capacitación en dicamba de este año.",
  "Consult a registry of sensitive crops before applying.":
    "Consulte un registro de cultivos sensibles antes de aplicar.",
  "Keep the 24 records that the label lists.": "Lleve los 24 registros que enumera la etiqueta.",
  "No one enters the treated ground for 48 hours after without what the label asks of workers.":
    "Nadie entra al terreno tratado en las 48 horas posteriores sin lo que la etiqueta pide para los trabajadores.",
  "No one enters the treated ground for 12 hours after without what the label asks of workers.":
    "Nadie entra al terreno tratado en las 12 horas posteriores sin lo que la etiqueta pide para los trabajadores.",
};

/** Of the sprayer, the mix, and the air. */
const OF_SPRAYING: Readonly<Record<string, string>> = {
  "Applied as a spray by ground equipment with nozzles, never in furrow, into the soil or on granules.":
    "Se aplica por aspersión con equipo terrestre de boquillas, nunca en el surco, dentro del suelo ni sobre gránulos.",
  "Applied as a spray by ground equipment, never in furrow, into the soil or on granules.":
    "Se aplica por aspersión con equipo terrestre, nunca en el surco, dentro del suelo ni sobre gránulos.",
  "Applied as a spray, never in furrow, into the soil or on granules.":
    "Se aplica por aspersión, nunca en el surco, dentro del suelo ni sobre gránulos.",
  "Through irrigation equipment: what the label says of it has not been read.":
    "Con equipo de riego: no se ha leído lo que la etiqueta dice de eso.",
  "At least 15 gallons of spray per acre.": "Al menos 15 galones de caldo por acre.",
  "At least 10 gallons of spray per acre.": "Al menos 10 galones de caldo por acre.",
  "From 10 to 15 gallons of spray per acre, by an account of the label of 2017; check it on this label.":
    "De 10 a 15 galones de caldo por acre, según lo que se cuenta de la etiqueta de 2017; verifíquelo en esta etiqueta.",
  "At least 10 gallons per acre by air on trees and vines, 50 by conventional airblast, 30 by low-volume airblast.":
    "Al menos 10 galones por acre por aire en árboles y vides, 50 con turboatomizador convencional, 30 con turboatomizador de bajo volumen.",
  "Ground speed of at most 15 mph.": "Velocidad de avance de 15 mph como máximo.",
  "Boom height goes with the nozzle: the label of 2017 says so; check it on this label.":
    "La altura del aguilón va con la boquilla: así lo dice la etiqueta de 2017; verifíquelo en esta etiqueta.",
  "Boom height goes with the nozzle: a label of Enlist Duo of 2017 says so; check it on this label.":
    "La altura del aguilón va con la boquilla: así lo dice una etiqueta de Enlist Duo de 2017; verifíquelo en esta etiqueta.",
  "Only the nozzles of the label's list at its pressures; the list has not been read.":
    "Solo las boquillas de la lista de la etiqueta y a sus presiones; la lista no se ha leído.",
  "Nozzles that spray extremely or ultra coarse droplets, by a calculator of 2026; the label names nozzles with their pressures.":
    "Boquillas que dan gotas extremadamente gruesas o ultragruesas, según una calculadora de 2026; la etiqueta nombra boquillas con sus presiones.",
  "Airblast: spray into the canopy and turn off outward nozzles at row ends and on the outer row.":
    "Turboatomizador: aplique hacia el follaje y apague las boquillas de afuera al final de las hileras y en la hilera exterior.",
  "By air: coarse or coarser droplets.": "Por aire: gotas gruesas o más gruesas.",
  "By air: boom length, release height and swath displacement as the label says; no one has read that part of it.":
    "Por aire: largo del aguilón, altura de descarga y desplazamiento de la pasada como dice la etiqueta; nadie ha leído esa parte.",
  "By air: release the spray at most 10 ft above ground or canopy, unless a greater height is needed for safety.":
    "Por aire: descargue a 10 pies como máximo sobre el suelo o el follaje, a menos que la seguridad exija más altura.",
  "By air in wind of 10 mph or less: keep half a swath upwind at the downwind edge.":
    "Por aire con viento de 10 mph o menos: deje medio ancho de pasada contra el viento en el borde a favor del viento.",
  "By air in wind above 10 mph: keep three quarters of a swath upwind at the downwind edge.":
    "Por aire con viento de más de 10 mph: deje tres cuartos de un ancho de pasada contra el viento en el borde a favor del viento.",
  "By air in wind of 10 mph or less: boom at most 75 % of the wingspan.":
    "Por aire con viento de 10 mph o menos: aguilón de hasta 75 % de la envergadura.",
  "By air in wind of 10 mph or less: boom at most 90 % of the rotor diameter.":
    "Por aire con viento de 10 mph o menos: aguilón de hasta 90 % del diámetro del rotor.",
  "By air in wind above 10 mph: boom at most 65 % of the wingspan.":
    "Por aire con viento de más de 10 mph: aguilón de hasta 65 % de la envergadura.",
  "By air in wind above 10 mph: boom at most 75 % of the rotor diameter.":
    "Por aire con viento de más de 10 mph: aguilón de hasta 75 % del diámetro del rotor.",
  "Wind from 3 to 10 mph at boom height.": "Viento de 3 a 10 mph a la altura del aguilón.",
  "Wind from 2 to 15 mph.": "Viento de 2 a 15 mph.",
  "Wind of at most 15 mph.": "Viento de 15 mph como máximo.",
  "Wind of at least 3 mph, by a coding of the label of 2025; the label of 2024 names no lowest wind.":
    "Viento de al menos 3 mph, según una codificación de la etiqueta de 2025; la etiqueta de 2024 no nombra ningún viento mínimo.",
  "Check the wind band of the label: 3 to 10 mph is said to be the normal one, with further limits above.":
    "Verifique los vientos que permite la etiqueta: se dice que lo normal es de 3 a 10 mph, con otros límites para más viento.",
  "Never when the wind blows toward a sensitive area, even with a buffer.":
    "Nunca cuando el viento sopla hacia un área sensible, ni siquiera con una zona de amortiguamiento.",
  "Not when winds are gusty, or carry spray off the target.":
    "No con viento de ráfagas, ni con viento que lleve la aplicación fuera de su lugar.",
  "Not when sensitive plants grow on the adjacent downwind field; stop when the wind turns toward them or toward homes.":
    "No cuando crecen plantas sensibles en el campo vecino hacia donde sopla el viento; pare cuando el viento gire hacia ellas o hacia casas.",
  "Not when sensitive plants grow on the adjacent downwind field.":
    "No cuando crecen plantas sensibles en el campo vecino hacia donde sopla el viento.",
  "From one hour after sunrise to two hours before sunset.":
    "Desde una hora después de que sale el sol hasta dos horas antes de que se pone.",
  "Not when 95 °F or more is forecast for the day of treatment.":
    "No cuando se pronostican 95 °F o más para el día del tratamiento.",
  "Not when 95 °F or more is forecast for the day after treatment.":
    "No cuando se pronostican 95 °F o más para el día después del tratamiento.",
  "With 85 to under 95 °F forecast, treat at most half of the farm's dicamba-tolerant acres and wait two days before the rest.":
    "Con un pronóstico de 85 a menos de 95 °F, trate hasta la mitad de los acres de la finca que toleran dicamba y espere dos días antes de tratar los demás.",
  "Not during a temperature inversion.": "No durante una inversión térmica.",
  "Do not apply during a temperature inversion.": "No aplicar durante una inversión térmica.",
  "Do not apply during rain.": "No aplicar mientras llueve.",
  "Not while it rains.": "No mientras llueve.",
  "Not while it rains, and not on saturated soil; avoid it when rain is expected within four hours.":
    "No mientras llueve, y no en suelo saturado; evítelo cuando se espera lluvia en las próximas cuatro horas.",
  "Not when rain is expected within 48 hours.": "No cuando se espera lluvia en las próximas 48 horas.",
  "Not on saturated soil, and no irrigation that runs off within 48 hours after.":
    "No en suelo saturado, y sin riego que escurra en las 48 horas posteriores.",
  "Not on saturated soil or soil above field capacity.":
    "No en suelo saturado ni en suelo con más humedad que su capacidad de campo.",
  "Do not apply to saturated soil or soil above field capacity.":
    "No aplicar en suelo saturado ni en suelo con más humedad que su capacidad de campo.",
  "Do not irrigate to the point of runoff within 24 hours after the application.":
    "No regar hasta causar escorrentía en las 24 horas después de la aplicación.",
  "Downwind buffer 240 ft, 110 ft with an approved hood, 310 ft in counties with listed species.":
    "Zona de amortiguamiento a favor del viento de 240 pies, 110 pies con una campana aprobada, 310 pies en condados con especies en la lista.",
  "Clean the sprayer before and after, and record how.": "Limpie la aspersora antes y después, y anote cómo.",
  "Mix in an adjuvant that spreads and penetrates; not Induce on grape, pome or stone fruit with fruit present.":
    "Agregue a la mezcla un adyuvante que esparce y penetra; no use Induce en uva ni en frutales de pepita o de hueso que tengan fruta.",
  "An oil-emulsion drift reducing agent at 0.3 % of the spray volume.":
    "Un agente reductor de deriva de emulsión de aceite al 0.3 % del volumen de caldo.",
  "An oil-emulsion drift reducing agent.": "Un agente reductor de deriva de emulsión de aceite.",
  "Drift reducing agent: at least the amount that the label names.":
    "Agente reductor de deriva: al menos la cantidad que nombra la etiqueta.",
  "A qualified, pH-buffering volatility reducing agent at 40 fl oz per acre.":
    "Un agente reductor de volatilidad calificado, que regula el pH, a 40 fl oz por acre.",
  "A qualified volatility reducing agent at 40 fl oz per acre.":
    "Un agente reductor de volatilidad calificado a 40 fl oz por acre.",
  "No ammonium sulfate, and no product that contains it.":
    "Sin sulfato de amonio, y sin ningún producto que lo contenga.",
  "DEMO: a drift reducing adjuvant.": "DEMO: un adyuvante reductor de deriva.",
  "DEMO: no ammonium sulfate.": "DEMO: sin sulfato de amonio.",
  "Family rule: coarse or coarser droplets, boom at most 24 inches, wind 3 to 10 mph, at least 15 gallons per acre.":
    "Regla de la familia: gotas gruesas o más gruesas, aguilón de hasta 24 pulgadas, viento de 3 a 10 mph, al menos 15 galones por acre.",
  "Family rule: one hour after sunrise to two hours before sunset, no inversion, no application at a forecast of 95 °F or more.":
    "Regla de la familia: desde una hora después de que sale el sol hasta dos horas antes de que se pone, sin inversión, ninguna aplicación con un pronóstico de 95 °F o más.",
  "Family rule: an oil-emulsion drift reducing agent and a qualified volatility reducing agent, no ammonium sulfate.":
    "Regla de la familia: un agente reductor de deriva de emulsión de aceite y un agente reductor de volatilidad calificado, sin sulfato de amonio.",
};

export const CONDITIONS_IN_SPANISH: Readonly<Record<string, string>> = { ...OF_USE, ...OF_SPRAYING };
