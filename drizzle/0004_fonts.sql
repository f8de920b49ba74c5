CREATE TABLE "campaign_fonts" (
	"owner" text NOT NULL,
	"sha256" text NOT NULL,
	"sfnt_sha256" text NOT NULL,
	"bytes" integer NOT NULL,
	"facts" text NOT NULL,
	"licence" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "campaign_fonts_owner_sha256_pk" PRIMARY KEY("owner","sha256")
);
--> statement-breakpoint
ALTER TABLE "campaign_brand_kit_versions" ADD COLUMN "headline_font_sha256" text;--> statement-breakpoint
ALTER TABLE "campaign_brand_kit_versions" ADD COLUMN "body_font_sha256" text;--> statement-breakpoint
CREATE INDEX "campaign_fonts_sfnt_sha256" ON "campaign_fonts" USING btree ("sfnt_sha256");