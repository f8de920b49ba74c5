CREATE TABLE "campaign_photos" (
	"kit_id" text NOT NULL,
	"sha256" text NOT NULL,
	"owner" text NOT NULL,
	"name" text NOT NULL,
	"tags" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"has_alpha" boolean NOT NULL,
	"media_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "campaign_photos_kit_id_sha256_pk" PRIMARY KEY("kit_id","sha256")
);
--> statement-breakpoint
CREATE INDEX "campaign_photos_owner" ON "campaign_photos" USING btree ("owner");--> statement-breakpoint
CREATE INDEX "campaign_photos_sha256" ON "campaign_photos" USING btree ("sha256");